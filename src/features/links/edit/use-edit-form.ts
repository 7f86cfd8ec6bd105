import { useState } from 'react'
import { toApiError } from '#http/error.ts'
import { useFormOver } from '#app/form/use-form.ts'
import type { LinkEdit, ShortLink } from '#contract/links.ts'
import { useDraft } from '#live/drafts/drafts.ts'
import { toast } from '#ui/toast.tsx'
import { saveLink } from '../links.ts'
import { readEdit, saveRefusal, type EditErrors } from './edit-errors.ts'
import { isSame, toBase, toEdit, valuesOf, type EditField, type EditValues } from './edit-values.ts'

/** Only what was touched, and what stood there when it was: the rest follows the link. */
type Draft = { typed: Partial<EditValues>; seen: Partial<EditValues> }

const fieldsOf = (part: Partial<EditValues>) => Object.keys(part) as EditField[]

type EditFormOptions = {
  link: ShortLink
  uuid: string
  onRefused: (errors: EditErrors) => void
  onSaved: () => void
}

/** The form of EDIT: it saves over what it has seen, so that nobody's change is overwritten. */
export function useEditForm({ link, uuid, onRefused, onSaved }: EditFormOptions) {
  const { latest, seen, refused, ...held } = useLinkValues(link, uuid)

  async function save(edit: LinkEdit) {
    try {
      // What is only shown, and not typed, follows what the server knows by now.
      return await saveLink(link, edit, toBase({ ...latest, ...seen }))
    } catch (failure) {
      if (toApiError(failure).status === 409) refused()
      throw failure
    }
  }

  const form = useFormOver(held, {
    read: (values) => readEdit(toEdit(values, latest)),
    save,
    saved({ waiting }) {
      onSaved()
      toast(waiting ? 'Saved. Waiting to sync.' : 'Saved')
    },
    action: 'save the link',
    refusal: saveRefusal,
    onRefused,
    within: 'dialog',
  })
  const { conflicts, keepMine, takeLatest } = held
  return { ...form, conflicts, keepMine, takeLatest }
}

/**
 * Values over the row that the mirror holds now. Changed elsewhere, untouched fields follow at
 * once; a touched one stays and is named in `conflicts`. It is kept as a draft while it is typed, under
 * the id that the form was opened with: that of a new link may change meanwhile.
 */
function useLinkValues(link: ShortLink, uuid: string) {
  const [draft, keep, discard] = useDraft<Draft>(`edit-link-${uuid}`)
  const [wasRefused, setRefused] = useState(false)
  const latest = valuesOf(link)
  const typed = draft?.typed ?? {}
  const seen = draft?.seen ?? {}
  const differs = (field: EditField) => !isSame(field, value(typed, field), latest[field])
  const touched = fieldsOf(typed).filter(differs)

  function store(next: Draft) {
    if (fieldsOf(next.typed).length === 0) discard()
    else keep(next)
  }

  function change(part: Partial<EditValues>) {
    const next: Draft = { typed: { ...typed, ...part }, seen: { ...pick(latest, part), ...seen } }
    for (const field of fieldsOf(part)) {
      if (isSame(field, value(next.typed, field), latest[field])) drop(next, field)
    }
    store(next)
  }

  // A link is called after its host until its page was read, and the page's name takes nobody's
  // words away; only the server can tell when it was a person's after all.
  const isUnnamed = (field: EditField) =>
    field === 'name' && seen.name === link.domain && !wasRefused
  const conflicts = touched.filter(
    (field) => !isUnnamed(field) && !isSame(field, value(seen, field), latest[field]),
  )

  function keepMine() {
    store({ typed, seen: { ...seen, ...pick(latest, typed) } })
  }

  function takeLatest() {
    const next: Draft = { typed: { ...typed }, seen: { ...seen } }
    for (const field of conflicts) drop(next, field)
    store(next)
  }

  return {
    /** False until the draft was read. */
    ready: draft !== undefined,
    values: { ...latest, ...typed },
    latest,
    seen,
    dirty: touched.length > 0,
    conflicts,
    change,
    keepMine,
    takeLatest,
    refused: () => setRefused(true),
    discard,
  }
}

/** Read only for fields that are there. */
const value = (part: Partial<EditValues>, field: EditField) => part[field] as EditValues[EditField]

const pick = (all: EditValues, like: Partial<EditValues>): Partial<EditValues> =>
  Object.fromEntries(fieldsOf(like).map((field) => [field, all[field]]))

function drop({ typed, seen }: Draft, field: EditField) {
  delete typed[field]
  delete seen[field]
}
