import { ClipboardTextIcon } from '@phosphor-icons/react/ClipboardText'
import { LinkIcon } from '@phosphor-icons/react/Link'
import { XIcon } from '@phosphor-icons/react/X'
import { useSetAtom } from 'jotai'
import { useEffect, useEffectEvent, useId, useRef, useState, type FormEvent } from 'react'
import { replaceView } from '#app/dialog/link-dialog-state.ts'
import { useUnsaved } from '#app/dialog/unsaved.ts'
import { useDraft } from '#live/drafts/drafts.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import { readClipboardSoon } from './clipboard.ts'
import { CreateCollections } from './create-collections.tsx'
import css from './create-view.module.css'
import { useCreateLink } from './create-link.ts'
import { prefersKeys } from './prefers-keys.ts'
import { useTypedAddress } from './typed-address.ts'

type CreateViewProps = { url: string | undefined; onClose: () => void }

const NONE: string[] = []

export function CreateView({ url, onClose }: CreateViewProps) {
  const form = useId()
  const field = useRef<HTMLInputElement>(null)
  const showView = useSetAtom(replaceView)
  const address = useTypedAddress(url)
  const [kept, keepCollections, discardCollections] = useDraft<string[]>('create-link-collections')
  const collections = kept ?? NONE
  const discard = () => {
    address.discard()
    discardCollections()
  }
  const { submit, busy, error, collectionError, clearError } = useCreateLink(async (link) => {
    discard()
    showView({ name: 'share', uuid: link.uuid, created: true })
  })
  const [focusAtOnce] = useState(prefersKeys)

  const unsaved = address.typed || collections.length > 0
  useUnsaved(unsaved, discard)
  const fillIn = useEffectEvent((found: string) => address.paste(found))
  // Safari and Firefox ask with a button over the page, which nobody wants who has begun to type (D-17).
  const stopReading = useRef<() => void>(undefined)
  useEffect(() => {
    stopReading.current = readClipboardSoon(fillIn)
    return stopReading.current
  }, [])

  function choose(names: string[]) {
    clearError()
    if (names.length === 0) discardCollections()
    else keepCollections(names)
  }

  function type(value: string) {
    stopReading.current?.()
    clearError()
    address.type(value)
  }

  function clear() {
    type('')
    field.current?.focus()
  }

  function send(event: FormEvent) {
    event.preventDefault()
    void submit(address.value, collections).then(() => field.current?.focus())
  }

  return (
    <Modal
      title="New link"
      onClose={onClose}
      dirty={unsaved}
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
          autoFocus={focusAtOnce}
          trailing={
            address.value !== '' && (
              <IconButton label="Clear" icon={XIcon} size="sm" onClick={clear} />
            )
          }
        />
      </form>
      <CreateCollections chosen={collections} choose={choose} error={collectionError} />
    </Modal>
  )
}

const Pasted = () => (
  <span className={css.pasted} role="status">
    <ClipboardTextIcon size={17} aria-hidden />
    Pasted from your clipboard
  </span>
)
