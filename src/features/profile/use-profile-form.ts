import { useState } from 'react'
import * as v from 'valibot'
import { toApiError } from '#api/error.ts'
import { quiet } from '#api/http.ts'
import { saveProfile } from '#api/profile.ts'
import { useOffline } from '#app/problems/problems.ts'
import { ProfileEdit, type PublicProfile } from '#contract/profile.ts'
import { explainFailure } from '#features/links/failure.ts'
import { useDraft } from '#mirror/drafts.ts'

export const NEEDS_CONNECTION =
  'Saving your profile needs a connection. What you entered is kept on this device.'

export type Field = keyof PublicProfile | 'non_field_errors'
export type Errors = Partial<Record<Field, string>>

/** The form over what the server has: only what was touched is a draft, and kept until it is saved. */
export function useProfileForm(profile: PublicProfile, saved: (profile: PublicProfile) => void) {
  const offline = useOffline()
  const [draft, keep, discard] = useDraft<Partial<PublicProfile>>('profile')
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const values: PublicProfile = { ...profile, ...draft }
  const dirty = JSON.stringify(values) !== JSON.stringify(profile)

  function change(part: Partial<PublicProfile>) {
    setErrors((before) => without(before, part))
    keep({ ...draft, ...part })
  }

  async function save(): Promise<Errors | undefined> {
    if (busy) return undefined
    const { avatar_url: _, ...edit } = values
    const refused = wrongIn(edit) ?? (offline ? { non_field_errors: NEEDS_CONNECTION } : undefined)
    setErrors(refused ?? {})
    if (refused) return refused
    setBusy(true)
    try {
      saved(await saveProfile(edit, quiet))
      discard()
      return undefined
    } catch (error) {
      const said = saidBy(error)
      setErrors(said)
      return said
    } finally {
      setBusy(false)
    }
  }

  return { ready: draft !== undefined, values, dirty, errors, busy, change, save, discard }
}

/** What the server would say, said at once. */
function wrongIn(edit: unknown): Errors | undefined {
  const parsed = v.safeParse(ProfileEdit, edit)
  if (parsed.success) return undefined
  const { nested = {} } = v.flatten(parsed.issues)
  return firstOf(nested)
}

function saidBy(error: unknown): Errors {
  const failure = toApiError(error)
  const errors = firstOf(failure.body.errors ?? {})
  if (Object.keys(errors).length > 0) return errors
  const text = explainFailure(error, 'save your profile')
  return text === null ? {} : { non_field_errors: text }
}

const firstOf = (errors: Record<string, string[] | undefined>): Errors =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([field, texts]) => (texts?.[0] ? [[field, texts[0]]] : [])),
  )

const without = (errors: Errors, part: object): Errors =>
  Object.fromEntries(
    Object.entries(errors).filter(([field]) => !(field in part) && field !== 'non_field_errors'),
  )
