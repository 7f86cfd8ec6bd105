import { useState } from 'react'
import { toApiError } from '#api/error.ts'
import { useOffline } from '#app/problems/problems.ts'
import type { ShortLink } from '#contract/links.ts'
import {
  checkEdit,
  countErrors,
  errorFieldOf,
  refusedFields,
  type EditErrors,
} from './edit-errors.ts'
import { toEdit, valuesOf, type EditField } from './edit-values.ts'
import { explainFailure } from './failure.ts'
import { refreshLink, saveLink } from './links.ts'
import type { EditForm } from './use-edit-form.ts'

export const OFFLINE_EDIT =
  'Saving needs a connection for now. What you changed is kept on this device.'

/** Why a save did not come through: fields, or one line about all of it. */
export type Refusal = { errors: EditErrors; problem?: string | undefined }

const NOTHING: Refusal = { errors: {} }

type SaveLink = {
  link: ShortLink
  form: EditForm
  onSaved: () => void
  onRefused: (errors: EditErrors) => void
}

/** Saves the form, and keeps what the server said against it until that is changed. */
export function useSaveLink({ link, form, onSaved, onRefused }: SaveLink) {
  const offline = useOffline()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState(NOTHING)

  async function save() {
    if (busy) return
    const errors = checkEdit(toEdit(form.values, form.latest))
    if (countErrors(errors) > 0) return refuse({ errors })
    if (offline) return refuse({ errors: {}, problem: OFFLINE_EDIT })
    setBusy(true)
    setRefusal(NOTHING)
    try {
      const saved = await upToDate()
      await saveLink(link.uuid, toEdit({ ...saved, ...form.typed }, saved))
      onSaved()
    } catch (failure) {
      refuse(explain(failure))
    } finally {
      setBusy(false)
    }
  }

  function refuse(next: Refusal) {
    setRefusal(next)
    onRefused(next.errors)
  }

  /** While its page is read the server may know a better name by now: saving must not undo it. */
  async function upToDate() {
    if (link.meta_extraction_progress >= 100) return form.latest
    return valuesOf(await refreshLink(link.uuid))
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

function explain(failure: unknown): Refusal {
  const errors = refusedFields(toApiError(failure))
  if (countErrors(errors) > 0) return { errors }
  return { errors, problem: explainFailure(failure, 'save the link') ?? undefined }
}
