import { ClipboardTextIcon } from '@phosphor-icons/react/ClipboardText'
import { LinkIcon } from '@phosphor-icons/react/Link'
import { XIcon } from '@phosphor-icons/react/X'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { WHOLE_FORM } from '#app/form/form-errors.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import { urlInput } from '#ui/input-kinds.ts'
import { CreateCollections } from './create-collections.tsx'
import css from './create-view.module.css'
import { hasFinePointer } from './prefers-keys.ts'
import { useCreateForm } from './use-create-form.ts'

type CreateViewProps = { url: string | undefined; now: boolean; onClose: () => void }

export function CreateView({ url: initialUrl, now, onClose }: CreateViewProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const { form, type, url, pasted } = useCreateForm(initialUrl, now)
  const { values, errors, change } = form
  const [focusAtOnce] = useState(hasFinePointer)

  // If the field has the focus, select the pasted text, so that typing replaces it.
  useLayoutEffect(() => {
    if (pasted && document.activeElement === field.current) field.current?.select()
  }, [pasted])

  function clear() {
    type('')
    field.current?.focus()
  }

  return (
    <Modal
      title="New link"
      onClose={onClose}
      dirty={form.dirty}
      footer={
        <Button type="submit" form={id} variant="create" busy={form.busy}>
          Create link
        </Button>
      }
    >
      <form {...form.props} id={id} className={`${css.form} stack`}>
        <TextField
          ref={field}
          name="url"
          label="Product or page address"
          icon={LinkIcon}
          value={url}
          onChange={(event) => type(event.target.value)}
          error={errors['url'] ?? errors[WHOLE_FORM]}
          help={pasted ? <Pasted /> : 'Paste any page: a product, a video, an article.'}
          {...urlInput}
          enterKeyHint="go"
          autoFocus={focusAtOnce}
          trailing={
            url !== '' && <IconButton label="Clear" icon={XIcon} size="sm" onClick={clear} />
          }
        />
      </form>
      <CreateCollections
        chosen={values.regular_collection_names}
        choose={(names) => change({ regular_collection_names: names })}
        error={errors['regular_collection_names']}
      />
    </Modal>
  )
}

const Pasted = () => (
  <span className={css.pasted} role="status">
    <ClipboardTextIcon size={17} aria-hidden />
    Pasted from your clipboard
  </span>
)
