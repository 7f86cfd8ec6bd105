import { WHOLE_FORM, type FormResult } from '#app/form/form-errors.ts'
import { FormModal } from '#app/form/form-modal.tsx'
import { useForm } from '#app/form/use-form.ts'
import { Segmented } from '#ui/fields/segmented.tsx'
import { WAITING_SUFFIX } from './bulk-hide.ts'
import css from './bulk-tags.module.css'
import { tagMany, type TagMode } from '../links.ts'
import { linksText } from '../numbers.tsx'
import { TagInput } from '../edit/tags/tag-input.tsx'

type BulkTagsProps = { ids: string[]; onDone: (message: string) => void; onClose: () => void }
type Draft = { mode: TagMode; tags: string[] }

const EMPTY: Draft = { mode: 'add', tags: [] }
const MODES = [
  { value: 'add', label: 'Add' },
  { value: 'remove', label: 'Remove' },
  { value: 'set', label: 'Replace' },
] as const
const HELP: Record<TagMode, string> = {
  add: 'They keep the tags they have.',
  remove: 'Other tags stay.',
  set: 'Their tags become exactly these.',
}

/** Adds, removes or replaces tags of all selected links. */
export function BulkTags({ ids, onDone, onClose }: BulkTagsProps) {
  const form = useForm({
    draft: 'bulk-tags',
    initial: EMPTY,
    read: readTags,
    save: async (typed) => ({ typed, ...(await tagMany(ids, typed.tags, typed.mode)) }),
    onSaved: ({ typed, waiting }) =>
      onDone(`${summary(ids.length, typed)}${waiting ? WAITING_SUFFIX : ''}`),
    action: 'tag the links',
    onClose,
  })
  const { mode, tags } = form.values

  return (
    <FormModal
      title={`Tag ${linksText(ids.length)}`}
      form={form}
      submit={mode === 'set' && tags.length === 0 ? 'Remove all tags' : LABELS[mode]}
      className={css.form}
    >
      <Segmented
        label="What to do"
        options={MODES}
        value={mode}
        onChange={(next) => form.change({ mode: next })}
      />
      <p className="t2">{HELP[mode]}</p>
      <TagInput
        label="Tags"
        tags={tags}
        onChange={(next) => form.change({ tags: next })}
        error={form.errors['tags'] ?? form.errors[WHOLE_FORM]}
      />
    </FormModal>
  )
}

const LABELS: Record<TagMode, string> = {
  add: 'Add tags',
  remove: 'Remove tags',
  set: 'Replace tags',
}

const readTags = (typed: Draft): FormResult<Draft> =>
  typed.tags.length === 0 && typed.mode !== 'set'
    ? { errors: { tags: 'Type at least one tag.' } }
    : { sent: typed }

function summary(links: number, { mode, tags }: Draft) {
  const named = tags.join(', ')
  if (mode === 'add') return `${linksText(links)} tagged ${named}`
  if (mode === 'remove') return `${named} removed from ${linksText(links)}`
  return tags.length === 0
    ? `${linksText(links)} without tags now`
    : `${linksText(links)} tagged ${named} only`
}
