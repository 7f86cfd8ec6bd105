import { useState } from 'react'
import { useDraft } from '#live/drafts/drafts.ts'

/** What a form holds, and how it is changed or given up. */
export type FormValues<Values extends object> = {
  values: Values
  change: (part: Partial<Values>) => void
  /** Something would be lost. */
  dirty: boolean
  discard: () => void
  /** False until the draft was read. */
  ready: boolean
}

export type DraftOptions<Values extends object> = {
  /** Under this name what was touched is kept on the device until it is saved or given up (D-105). */
  draft: string
  /** Fields that are never kept, as passwords. */
  secret?: readonly (keyof Values & string)[]
  /** What is there without a draft. */
  initial: Values
  /** What the form was opened with: a draft stands back until this is touched, and then it is replaced. */
  given?: Partial<Values> | undefined
}

/** Values over what is there: only what was touched is a draft. */
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
