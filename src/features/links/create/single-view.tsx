import { ClipboardTextIcon } from '@phosphor-icons/react/ClipboardText'
import { LinkIcon } from '@phosphor-icons/react/Link'
import { XIcon } from '@phosphor-icons/react/X'
import { useLayoutEffect, useRef, useState, type SubmitEvent } from 'react'
import { WHOLE_FORM } from '#app/form/form-errors.ts'
import { MAX_NEW_LINKS } from '#contract/links/link-edits.ts'
import { IconButton } from '#ui/button.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { urlInput } from '#ui/fields/input-kinds.ts'
import type { BulkRow } from './bulk/rows.ts'
import type { ChosenForAll } from './bulk/use-bulk-form.ts'
import { usePaste } from './bulk/use-paste.ts'
import css from './create-view.module.css'
import { LinkChoices } from './link-choices.tsx'
import { hasFinePointer } from './prefers-keys.ts'
import type { useCreateForm } from './use-create-form.ts'

/** Minimum number of addresses that open the list. */
const MIN_LIST = 2

type SingleViewProps = {
  id: string
  single: ReturnType<typeof useCreateForm>
  /** Opens the list of several new links. */
  openList: (rows: BulkRow[], chosen: ChosenForAll) => void
}

/** Shows the form for one new link. */
export function SingleView({ id, single, openList }: SingleViewProps) {
  const field = useRef<HTMLInputElement>(null)
  const { form, type, url, pasted } = single
  const { values, errors, change } = form
  const [focusAtOnce] = useState(hasFinePointer)
  const list = usePaste({
    typed: url,
    length: 0,
    min: MIN_LIST,
    add(rows) {
      const { regular_collection_names, parameter_sets } = values
      openList(rows, { regular_collection_names, parameter_sets })
      type('')
      change({ regular_collection_names: [], parameter_sets: [] })
    },
  })

  // If the field has the focus, select the pasted text, so that typing replaces it.
  useLayoutEffect(() => {
    if (pasted && document.activeElement === field.current) field.current?.select()
  }, [pasted])

  function clear() {
    list.clearError()
    type('')
    field.current?.focus()
  }

  function submit(event: SubmitEvent) {
    if (list.take(url, MIN_LIST)) event.preventDefault()
    else form.props.onSubmit(event)
  }

  return (
    <>
      <form {...form.props} onSubmit={submit} id={id} className={`${css.form} stack`}>
        <TextField
          ref={field}
          name="url"
          label="Product or page address"
          icon={LinkIcon}
          value={url}
          onPaste={list.onPaste}
          onChange={(event) => {
            list.clearError()
            type(event.target.value)
          }}
          error={list.error ?? errors['url'] ?? errors[WHOLE_FORM]}
          help={pasted ? <Pasted /> : HELP}
          {...urlInput}
          enterKeyHint="go"
          autoFocus={focusAtOnce}
          trailing={
            url !== '' && <IconButton label="Clear" icon={XIcon} size="sm" onClick={clear} />
          }
        />
      </form>
      <LinkChoices values={values} errors={errors} change={change} />
    </>
  )
}

const HELP = `Paste any page: a product, a video, an article. Or up to ${MAX_NEW_LINKS} addresses at once.`

const Pasted = () => (
  <span className={css.pasted} role="status">
    <ClipboardTextIcon size={17} aria-hidden />
    Pasted from your clipboard
  </span>
)
