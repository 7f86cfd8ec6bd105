import { useState } from 'react'
import { toApiError } from '#http/error.ts'
import { useFormWithValues } from '#app/form/use-form.ts'
import type { LinkEdit } from '#contract/links/link-edits.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { useDraft } from '#live/drafts/drafts.ts'
import { toast } from '#ui/notices/toast.tsx'
import { saveLink } from '../links.ts'
import { readEdit, saveErrorsOf, type EditErrors } from './edit-errors.ts'
import { isSame, toBase, toEdit, valuesOf, type EditField, type EditValues } from './edit-values.ts'

/** Changed fields and their values at the time of the change. All other fields follow the link. */
type Draft = { typed: Partial<EditValues>; seen: Partial<EditValues> }

const fieldsOf = (part: Partial<EditValues>) => Object.keys(part) as EditField[]

type EditFormOptions = {
  link: ShortLink
  uuid: string
  onRefused: (errors: EditErrors) => void
  onSaved: () => void
}

/**
 * Returns the edit form of a link. It sends the previous values, so that changes made elsewhere are
 * not overwritten.
 */
export function useEditForm({ link, uuid, onRefused, onSaved }: EditFormOptions) {
  const { latest, seen, refused, ...formValues } = useLinkValues(link, uuid)

  async function save(edit: LinkEdit) {
    try {
      // Unchanged fields use the latest known values.
      return await saveLink(link, edit, toBase({ ...latest, ...seen }))
    } catch (failure) {
      if (toApiError(failure).status === 409) refused()
      throw failure
    }
  }

  const form = useFormWithValues(formValues, {
    read: (values) => readEdit(toEdit(values, latest), values),
    save,
    onSaved({ waiting }) {
      onSaved()
      toast(waiting ? 'Saved. Waiting to sync.' : 'Saved')
    },
    action: 'save the link',
    refusal: saveErrorsOf,
    onRefused,
    within: 'dialog',
  })
  const { conflicts, keepMine, takeLatest } = formValues
  return { ...form, conflicts, keepMine, takeLatest }
}

/**
 * Keeps typed values over the latest row of the mirror. When the link is changed elsewhere,
 * untouched fields follow at once, and touched fields keep their value and are listed in
 * `conflicts`. Typed values are saved as a draft under the uuid that the form was opened with,
 * because the uuid of a queued link changes when it is synced.
 */
function useLinkValues(link: ShortLink, uuid: string) {
  const [draft, keep, discard] = useDraft<Draft>(`edit-link-${uuid}`)
  const [wasRefused, setRefused] = useState(false)
  // Only in memory: a draft would keep the password as plain text on the device.
  const [password, setPassword] = useState<string | null>('')
  const latest = valuesOf(link)
  const typed = draft?.typed ?? {}
  const seen = draft?.seen ?? {}
  const differs = (field: EditField) => !isSame(field, fieldValue(typed, field), latest[field])
  const touched = fieldsOf(typed).filter(differs)

  function store(next: Draft) {
    if (fieldsOf(next.typed).length === 0) discard()
    else keep(next)
  }

  function change({ password: newPassword, ...part }: Partial<EditValues>) {
    if (newPassword !== undefined) setPassword(newPassword)
    if (fieldsOf(part).length === 0) return
    const next: Draft = {
      typed: { ...typed, ...part },
      seen: { ...pickFields(latest, part), ...seen },
    }
    for (const field of fieldsOf(part)) {
      if (isSame(field, fieldValue(next.typed, field), latest[field])) removeField(next, field)
    }
    store(next)
  }

  // Until its page is read, a link is named after its host. When the page's title replaces that
  // name, it is no conflict, unless the server refuses the save because a person had renamed the
  // link.
  const isUnnamed = (field: EditField) =>
    field === 'name' && seen.name === link.domain && !wasRefused
  // The server merges concurrent changes of different rules, so these are a conflict only if it
  // refuses them.
  const isMerged = (field: EditField) => field === 'rules' && !wasRefused
  const conflicts = touched.filter(
    (field) =>
      !isUnnamed(field) &&
      !isMerged(field) &&
      !isSame(field, fieldValue(seen, field), latest[field]),
  )

  function keepMine() {
    store({ typed, seen: { ...seen, ...pickFields(latest, typed) } })
  }

  function takeLatest() {
    const next: Draft = { typed: { ...typed }, seen: { ...seen } }
    for (const field of conflicts) removeField(next, field)
    store(next)
  }

  return {
    /** Whether the draft has been read. */
    ready: draft !== undefined,
    values: { ...latest, ...typed, password },
    latest,
    seen,
    dirty: touched.length > 0 || password !== '',
    conflicts,
    change,
    keepMine,
    takeLatest,
    refused: () => setRefused(true),
    discard,
  }
}

/** Returns the value of a field that must be present in `part`. */
const fieldValue = (part: Partial<EditValues>, field: EditField) =>
  part[field] as EditValues[EditField]

const pickFields = (all: EditValues, like: Partial<EditValues>): Partial<EditValues> =>
  Object.fromEntries(fieldsOf(like).map((field) => [field, all[field]]))

function removeField({ typed, seen }: Draft, field: EditField) {
  delete typed[field]
  delete seen[field]
}
