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
  prefilled?: Partial<Values> | undefined
}

/**
 * Returns form values: the initial ones with changes on top. Only changes are stored as a draft.
 */
export function useDraftValues<Values extends object>(
  options: DraftOptions<Values>,
): FormValues<Values> {
  const { prefilled, secret = [] } = options
  const initial = { ...options.initial, ...prefilled }
  const [storedDraft, storeDraft, deleteDraft] = useDraft<Partial<Values>>(options.draft)
  const [isTouched, touch] = useState(prefilled === undefined)
  const draft = isTouched ? storedDraft : null
  const empty: Partial<Values> = {}
  const [secrets, setSecrets] = useState(empty)
  const values: Values = { ...initial, ...draft, ...secrets }
  const isSecret = (name: string) => secret.some((one) => one === name)

  function discard() {
    setSecrets(empty)
    deleteDraft()
  }

  function change(part: Partial<Values>) {
    touch(true)
    setSecrets((before) => ({ ...before, ...pickFields(part, isSecret) }))
    const next = { ...draft, ...pickFields(part, (name) => !isSecret(name)) }
    if (isSame({ ...initial, ...next }, initial)) deleteDraft()
    else storeDraft(next)
  }

  return { values, change, dirty: !isSame(values, initial), discard, ready: draft !== undefined }
}

function pickFields<Part extends object>(
  part: Part,
  isIncluded: (name: string) => boolean,
): Partial<Part> {
  const picked: Partial<Part> = { ...part }
  for (const name of Object.keys(picked))
    if (!isIncluded(name)) Reflect.deleteProperty(picked, name)
  return picked
}

const isSame = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b)
