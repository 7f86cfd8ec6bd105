import { ClipboardTextIcon } from '@phosphor-icons/react/ClipboardText'
import { LinkIcon } from '@phosphor-icons/react/Link'
import { XIcon } from '@phosphor-icons/react/X'
import { useSetAtom, useStore } from 'jotai'
import { useEffect, useEffectEvent, useId, useRef, useState, type FormEvent } from 'react'
import { hasUnsavedChanges, replaceView } from '#app/link-dialog-state.ts'
import { onCloseModals } from '#app/problems/close-modals.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Modal } from '#ui/modal.tsx'
import { readClipboardSoon } from './clipboard.ts'
import css from './create-view.module.css'
import { useCreateLink } from './create-link.ts'
import { useTypedAddress } from './typed-address.ts'

type CreateViewProps = { url: string | undefined; onClose: () => void }

/** A finger does not get a keyboard that it may not need; keys are ready for a keyboard at once. */
const prefersKeys = () => matchMedia('(pointer: fine)').matches

export function CreateView({ url, onClose }: CreateViewProps) {
  const form = useId()
  const field = useRef<HTMLInputElement>(null)
  const showView = useSetAtom(replaceView)
  const address = useTypedAddress(url)
  const { submit, busy, error, clearError } = useCreateLink(async (link) => {
    address.discard()
    showView({ name: 'share', uuid: link.uuid, created: true })
  })
  const [focusAtOnce] = useState(prefersKeys)

  useDraftRules(address)
  const fillIn = useEffectEvent((found: string) => address.paste(found))
  useEffect(() => readClipboardSoon(fillIn), [])

  function type(value: string) {
    clearError()
    address.type(value)
  }

  function clear() {
    type('')
    field.current?.focus()
  }

  function send(event: FormEvent) {
    event.preventDefault()
    void submit(address.value).then(() => field.current?.focus())
  }

  return (
    <Modal
      title="New link"
      onClose={onClose}
      dirty={address.typed}
      footer={
        <Button type="submit" form={form} variant="create" busy={busy}>
          Create link
        </Button>
      }
    >
      <form id={form} className={css.form} noValidate onSubmit={send}>
        <TextField
          ref={field}
          name="url"
          label="Product or page address"
          icon={LinkIcon}
          value={address.value}
          onChange={(event) => type(event.target.value)}
          error={error}
          help={address.pasted ? <Pasted /> : 'Paste any page: a product, a video, an article.'}
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={2000}
          autoFocus={focusAtOnce}
          trailing={
            address.value !== '' && (
              <IconButton label="Clear" icon={XIcon} size="sm" onClick={clear} />
            )
          }
        />
      </form>
    </Modal>
  )
}

/** A draft goes when one chose to leave it, and stays when the app took the form away (D-105). */
function useDraftRules({ typed, discard }: { typed: boolean; discard: () => void }) {
  const store = useStore()
  useEffect(() => store.set(hasUnsavedChanges, typed), [store, typed])
  const left = useEffectEvent(() => {
    // Whoever closes a view puts this back first; it is still set when only the screen went.
    if (typed && !store.get(hasUnsavedChanges)) discard()
  })
  useEffect(() => {
    let takenAway = false
    const stop = onCloseModals(() => (takenAway = true))
    return () => {
      stop()
      if (!takenAway) left()
    }
  }, [])
}

const Pasted = () => (
  <span className={css.pasted} role="status">
    <ClipboardTextIcon size={17} aria-hidden />
    Pasted from your clipboard
  </span>
)
