import { useSetAtom } from 'jotai'
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ChangeEvent,
  type SubmitEvent,
} from 'react'
import { askToLeave, useUnsaved } from '#app/dialog/unsaved.ts'
import { explainFailure } from '#app/failure/explain-failure.ts'
import { onCloseModals } from '#app/problems/close-modals.ts'
import { useOffline } from '#app/problems/problems.ts'
import { useDraft } from '#live/drafts/drafts.ts'
import { errorsOf, WHOLE_FORM, type FormErrors, type Read } from './form-errors.ts'

type FormOptions<Values extends object, Sent, Saved> = {
  /** Under this name what was touched is kept on the device until it is saved or given up (D-105). */
  draft: string
  /** Fields that are never kept, as passwords. */
  secret?: readonly (keyof Values & string)[]
  /** What is there without a draft. */
  initial: Values
  read: (values: Values) => Read<Sent>
  save: (sent: Sent) => Promise<Saved>
  /** The draft is gone by then, and nothing is asked on the way out. */
  saved: (saved: Saved) => void
  /** What could not be done, as in "Couldn’t rename the collection". */
  action: string
  /** Other words for a failure; null where something else says it. */
  explain?: (error: unknown) => string | null | undefined
  /** What the server calls otherwise: its name, and the field of the form. */
  fields?: Record<string, keyof Values & string>
  /** Said offline in place of sending, where a change must not wait. */
  offline?: string
  /** Closes the dialog that the form is in; without it the form is part of a screen. */
  onClose?: (() => void) | undefined
}

/**
 * A form: its values over what is there, errors by field with the focus on the first, and its text kept on
 * the device. Every way out asks first; when the app takes the form away nothing is asked and the text stays
 * (R-091, D-105).
 */
export function useForm<Values extends object, Sent, Saved>(
  options: FormOptions<Values, Sent, Saved>,
) {
  const { initial, action, onClose } = options
  const [draft, keep, drop] = useDraft<Partial<Values>>(options.draft)
  const untouched: Partial<Values> = {}
  const [secrets, setSecrets] = useState(untouched)
  const values: Values = { ...initial, ...draft, ...secrets }
  const dirty = !isSame(values, initial)
  const offline = useOffline()
  const [busy, setBusy] = useState(false)
  const { errors, refuse, clear, form } = useErrors()
  const letGo = useUnsaved(dirty, discard, onClose ? 'dialog' : 'screen')
  const leave = useWayOut(onClose, discard)

  function discard() {
    setSecrets(untouched)
    drop()
  }

  function change(part: Partial<Values>) {
    clear(Object.keys(part))
    const secret: readonly string[] = options.secret ?? []
    setSecrets((before) => ({ ...before, ...only(part, (name) => secret.includes(name)) }))
    const next = { ...draft, ...only(part, (name) => !secret.includes(name)) }
    if (isSame({ ...initial, ...next }, initial)) drop()
    else keep(next)
  }

  async function submit() {
    if (busy) return
    const { sent, errors } = options.read(values)
    if (errors) return refuse(errors)
    if (offline && options.offline) return refuse({ [WHOLE_FORM]: options.offline })
    clear()
    setBusy(true)
    try {
      const saved = await options.save(sent)
      letGo()
      discard()
      options.saved(saved)
    } catch (error) {
      const { explain = (error) => explainFailure(error, action) } = options
      refuse(errorsOf(error, namesOf(initial, options.fields), explain))
    } finally {
      setBusy(false)
    }
  }

  /** For a control of text: what it is called, holds and does. */
  const field = <Name extends TextName<Values>>(name: Name) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      change({ ...untouched, [name]: target.value }),
  })

  const props = {
    ref: form,
    noValidate: true,
    onSubmit(event: SubmitEvent) {
      event.preventDefault()
      // A dialog over this form may have a form, too.
      if (event.target === event.currentTarget) void submit()
    },
  }
  return {
    props,
    field,
    values,
    change,
    submit,
    errors,
    dirty,
    busy,
    leave,
    ready: draft !== undefined,
  }
}

type TextName<Values> = {
  [Name in keyof Values]: Values[Name] extends string ? Name : never
}[keyof Values] &
  string

const namesOf = (initial: object, others: Record<string, string> = {}): [string, string][] => [
  ...[...Object.keys(initial), WHOLE_FORM].map((name): [string, string] => [name, name]),
  ...Object.entries(others),
]

function only<Part extends object>(part: Part, isMeant: (name: string) => boolean): Partial<Part> {
  const meant: Partial<Part> = { ...part }
  for (const name of Object.keys(meant)) if (!isMeant(name)) Reflect.deleteProperty(meant, name)
  return meant
}

const isSame = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b)

/** What is wrong, until it is changed; the first of it is brought into sight, with the focus. */
function useErrors() {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FormErrors>({})
  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    // A long form on a phone hides its first fields.
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])

  function refuse(next: FormErrors) {
    setErrors(next)
    setRefusals((times) => times + 1)
  }

  /** Those of these fields, and what was said of the whole; without fields all of them. */
  function clear(fields?: readonly string[]) {
    setErrors((before) => {
      const left = Object.entries(before).filter(
        ([field]) => fields && !fields.includes(field) && field !== WHOLE_FORM,
      )
      return Object.fromEntries(left)
    })
  }

  return { errors, refuse, clear, form }
}

/** How a dialog's form is left: after a question, or at once when something graver takes over. */
function useWayOut(onClose: (() => void) | undefined, discard: () => void) {
  const ask = useSetAtom(askToLeave)
  const takenAway = useEffectEvent(() => onClose?.())
  useEffect(() => onCloseModals(() => takenAway()), [])

  async function leave() {
    if (!(await ask('dialogs'))) return
    discard()
    onClose?.()
  }
  return () => void leave()
}
