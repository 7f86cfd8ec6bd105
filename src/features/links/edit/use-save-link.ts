import { useState } from 'react'
import { toApiError } from '#http/error.ts'
import { explainFailure } from '#app/failure/explain-failure.ts'
import type { ShortLink } from '#contract/links.ts'
import {
  checkEdit,
  countErrors,
  errorFieldOf,
  refusedFields,
  type EditErrors,
} from './edit-errors.ts'
import { toBase, toEdit, type EditField } from './edit-values.ts'
import { saveLink } from '../links.ts'
import type { EditForm } from './use-edit-form.ts'

/** Why a save did not come through: fields, or one line about all of it. */
export type Refusal = { errors: EditErrors; problem?: string | undefined }

const NOTHING: Refusal = { errors: {} }

type SaveLink = {
  link: ShortLink
  form: EditForm
  onSaved: (waiting: boolean) => void
  onRefused: (errors: EditErrors) => void
}

/** Saves the form, and keeps what the server said against it until that is changed. */
export function useSaveLink({ link, form, onSaved, onRefused }: SaveLink) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState(NOTHING)

  async function save() {
    if (busy) return
    const errors = checkEdit(toEdit(form.values, form.latest))
    if (countErrors(errors) > 0) return refuse({ errors })
    setBusy(true)
    setRefusal(NOTHING)
    try {
      // What is only shown, and not typed, follows what the server knows by now.
      const base = toBase({ ...form.latest, ...form.seen })
      const { waiting } = await saveLink(link, toEdit(form.values, form.latest), base)
      onSaved(waiting)
    } catch (failure) {
      if (toApiError(failure).status === 409) form.refused()
      refuse(explain(failure))
    } finally {
      setBusy(false)
    }
  }

  function refuse(next: Refusal) {
    setRefusal(next)
    onRefused(next.errors)
  }

  function changed(fields: EditField[]) {
    const gone = new Set<string>(fields.map(errorFieldOf))
    // A code is taken on its domain only.
    if (gone.has('link_domain_id')) gone.add('short_code')
    const left = Object.entries(refusal.errors).filter(([field]) => !gone.has(field))
    if (refusal !== NOTHING) setRefusal({ errors: Object.fromEntries(left) })
  }

  return { save, busy, refusal, changed }
}

const CHANGED = 'Changed elsewhere. Choose above what to keep.'

function explain(failure: unknown): Refusal {
  if (toApiError(failure).status === 409) return { errors: {}, problem: CHANGED }
  const errors = refusedFields(toApiError(failure))
  if (countErrors(errors) > 0) return { errors }
  return { errors, problem: explainFailure(failure, 'save the link', 'The link') ?? undefined }
}
