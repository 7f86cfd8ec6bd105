import { useId, useState, type FormEvent } from 'react'
import { reportMessage } from '#api/partners/chat.ts'
import { runAction } from '#app/failure/run-action.ts'
import { useOffline } from '#app/problems/problems.ts'
import { momentText } from '#app/problems/times.ts'
import type { ChatMessage } from '#contract/partners/chat.ts'
import { lengthProblem } from '#contract/text/graphemes.ts'
import { quiet } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import { TextArea } from '#ui/fields/field.tsx'
import { toast } from '#ui/notices/toast.tsx'
import css from './report-dialog.module.css'

/** Maximum number of messages to choose from. */
const MAX_CHOICES = 10
const MAX_REASON = 1000

type ReportDialogProps = { messages: readonly ChatMessage[]; onClose: () => void }

/** Reports a message to the operator. */
export function ReportDialog({ messages, onClose }: ReportDialogProps) {
  const id = useId()
  const offline = useOffline()
  const latest = messages.slice(-MAX_CHOICES).reverse()
  const [chosen, choose] = useState(latest[0])
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!chosen || busy) return
    if (reason.trim() === '') return setError('Tell us what is wrong.')
    const problem = lengthProblem(reason.trim(), MAX_REASON)
    if (problem) return setError(problem)
    if (offline) return void toast('You’re offline. Nothing was sent.', { tone: 'info' })
    setBusy(true)
    await runAction('report it', () => reportMessage(chosen, reason.trim(), quiet), {
      subject: 'The message',
      onDone: () => {
        toast('Reported. A person will look at it.')
        onClose()
      },
    })
    setBusy(false)
  }
  return (
    <Modal
      title="Report a message"
      onClose={onClose}
      footer={
        <Button type="submit" form={id} variant="primary" size="lg" block busy={busy}>
          Report
        </Button>
      }
    >
      <form id={id} className={css.form} onSubmit={(event) => void submit(event)} noValidate>
        <fieldset>
          <legend className={css.legend}>Which one</legend>
          {latest.map((message) => (
            <label key={message.id} className={css.choice}>
              <input
                type="radio"
                name="message"
                checked={chosen?.id === message.id}
                onChange={() => choose(message)}
              />
              <span>
                <span className={css.text} dir="auto">
                  {message.text === '' ? 'Picture' : message.text}
                </span>
                <span className={css.time}>{momentText(Date.parse(message.created_at))}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <TextArea
          name="reason"
          label="What is wrong with it"
          maxCharacters={MAX_REASON}
          value={reason}
          error={error}
          onChange={({ target }) => {
            setReason(target.value)
            setError(undefined)
          }}
        />
      </form>
    </Modal>
  )
}
