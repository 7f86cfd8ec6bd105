import { useState } from 'react'
import { useDraft } from '#live/drafts/drafts.ts'

/** Values of a form, and functions to change or discard them. */
export type FormValues<Values extends object> = {
  values: Values
  change: (part: Partial<Values>) => void
  /** Whether there are unsaved changes. */
  dirty: boolean
  discard: () => void
  /** False until the draft has been read. */
  ready: boolean
}

export type DraftOptions<Values extends object> = {
  /** Name under which changed values are stored on the device until saved or discarded. */
  draft: string
  /** Fields that are not stored, such as passwords. */
  secret?: readonly (keyof Values & string)[]
  /** Values without a draft. */
  initial: Values
  /**
   * Values with which the form was opened. The draft is ignored until the user changes something,
   * and then replaced.
   */
  given?: Partial<Values> | undefined
}

/**
 * Returns form values: the initial ones with changes on top. Only changes are stored as a draft.
 */
export function useDraftValues<Values extends object>(
  options: DraftOptions<Values>,
): FormValues<Values> {
  const { given, secret = [] } = options
  const initial = { ...options.initial, ...given }
  const [kept, keep, drop] = useDraft<Partial<Values>>(options.draft)
  const [touched, touch] = useState(given === undefined)
  const draft = touched ? kept : null
  const untouched: Partial<Values> = {}
  const [secrets, setSecrets] = useState(untouched)
  const values: Values = { ...initial, ...draft, ...secrets }
  const isSecret = (name: string) => secret.some((one) => one === name)

  function discard() {
    setSecrets(untouched)
    drop()
  }

  function change(part: Partial<Values>) {
    touch(true)
    setSecrets((before) => ({ ...before, ...only(part, isSecret) }))
    const next = { ...draft, ...only(part, (name) => !isSecret(name)) }
    if (isSame({ ...initial, ...next }, initial)) drop()
    else keep(next)
  }

  return { values, change, dirty: !isSame(values, initial), discard, ready: draft !== undefined }
}

function only<Part extends object>(part: Part, isMeant: (name: string) => boolean): Partial<Part> {
  const meant: Partial<Part> = { ...part }
  for (const name of Object.keys(meant)) if (!isMeant(name)) Reflect.deleteProperty(meant, name)
  return meant
}

const isSame = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b)
