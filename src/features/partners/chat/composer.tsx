import { ArrowUpIcon } from '@phosphor-icons/react/ArrowUp'
import { PaperPlaneTiltIcon } from '@phosphor-icons/react/PaperPlaneTilt'
import { XIcon } from '@phosphor-icons/react/X'
import { useEffect, useId, useRef, type FormEvent, type KeyboardEvent } from 'react'
import { draftName, type MessageDraft } from '#app/chat/drafts.ts'
import { runAction } from '#app/failure/run-action.ts'
import { MAX_MESSAGE_LENGTH } from '#contract/partners/chat.ts'
import { lengthOf, lengthProblem } from '#contract/text/graphemes.ts'
import { useDraft } from '#live/drafts/drafts.ts'
import { sendInOrder } from '#live/chat/say.ts'
import { IconButton } from '#ui/button.tsx'
import { keyOf } from '#ui/keys.ts'
import { AttachPicture, PictureToSend } from './attach-picture.tsx'
import css from './composer.module.css'
import { useAutoHeight } from './use-growing.ts'

/** The number of remaining characters is shown below this value. */
const SHOW_COUNT_BELOW = 400
const EMPTY_DRAFT: MessageDraft = { text: '' }

/** Returns whether Enter sends: only with a mouse, where Shift+Enter starts a new line. */
const enterSends = () => matchMedia('(pointer: fine)').matches

type ComposerProps = { channel: string; name: string; onSent: () => void }

/** Shows the field for the next message. The draft stays on this device until it is sent. */
export function Composer({ channel, name, onSent }: ComposerProps) {
  const [draft, set, clear] = useDraft<MessageDraft>(draftName(channel))
  const countId = useId()
  const { text, about, picture } = draft ?? EMPTY_DRAFT
  const left = MAX_MESSAGE_LENGTH - lengthOf(text.trim())
  const problem = lengthProblem(text.trim(), MAX_MESSAGE_LENGTH)
  const canSend = problem === undefined && (text.trim() !== '' || picture !== undefined)
  const note = left < SHOW_COUNT_BELOW ? countText(left) : (problem ?? '')
  const field = useAutoHeight()
  const latest = useRef(draft)
  useEffect(() => {
    latest.current = draft
  }, [draft])

  function send() {
    if (!canSend) return
    // Clear the field at once, because further typing belongs to the next message.
    clear()
    void runAction('send it', sendOrRestore, { onDone: onSent })
  }
  /**
   * Sends the message. If it can neither be sent nor queued, its text returns to the field, before
   * anything typed since.
   */
  async function sendOrRestore() {
    try {
      await sendInOrder(channel, { text: text.trim(), picture }, name)
    } catch (error) {
      const typed = latest.current?.text ?? ''
      set({ ...(draft ?? EMPTY_DRAFT), text: typed === '' ? text : `${text}\n${typed}` })
      throw error
    }
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    send()
    field.current?.focus()
  }
  function keydown(event: KeyboardEvent) {
    const isEnter = keyOf(event) === 'Enter' && !event.shiftKey
    if (!isEnter || !enterSends()) return
    event.preventDefault()
    send()
  }

  return (
    <div className={css.foot}>
      {about !== undefined && <ApplicationNotice about={about} discard={clear} />}
      {picture && (
        <PictureToSend
          url={picture.url}
          remove={() => set({ text, ...(about !== undefined && { about }) })}
        />
      )}
      <form className={css.composer} onSubmit={submit}>
        <AttachPicture
          attached={(next) => set({ ...(latest.current ?? EMPTY_DRAFT), picture: next })}
        />
        <div className={css.box} data-error={problem !== undefined || undefined}>
          <textarea
            ref={field}
            className={css.field}
            rows={1}
            dir="auto"
            aria-label={name === '' ? 'Message' : `Message to ${name}`}
            placeholder="Message"
            enterKeyHint={enterSends() ? 'send' : 'enter'}
            value={text}
            aria-invalid={problem !== undefined || undefined}
            aria-describedby={note === '' ? undefined : countId}
            onChange={({ target }) => set({ ...(draft ?? EMPTY_DRAFT), text: target.value })}
            onKeyDown={keydown}
          />
          <p id={countId} className={`${css.count} num hint`} role="status">
            {note}
          </p>
        </div>
        <button
          type="submit"
          className={css.send}
          aria-label="Send"
          title="Send"
          aria-disabled={!canSend || undefined}
        >
          <ArrowUpIcon size={21} weight="bold" aria-hidden />
        </button>
      </form>
    </div>
  )
}

const countText = (left: number) =>
  left >= 0 ? `${left} left` : `${-left} too many. Shorten it to send it.`

/** Shows that the draft is an application that was not sent yet. */
const ApplicationNotice = ({ about, discard }: { about: string; discard: () => void }) => (
  <div className={`${css.about} hint`}>
    <PaperPlaneTiltIcon size={20} aria-hidden />
    <p>
      <b>{`Your application to ${about}`}</b>
      <br />
      Change what you like. Nothing is sent until you press Send.
    </p>
    <IconButton label="Discard this text" icon={XIcon} iconSize={18} onClick={discard} />
  </div>
)
