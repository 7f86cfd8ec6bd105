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
import { errorsOf, WHOLE_FORM, type FormErrors, type Read } from './form-errors.ts'
import { useDraftValues, type DraftOptions, type FormValues } from './form-values.ts'

type FormOptions<Values extends object, Sent, Saved> = {
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
  /** All that a failure says, where names and words alone do not tell it. */
  refusal?: (error: unknown) => FormErrors
  /** Told before the first wrong field gets the focus, where that may not be on the screen yet. */
  onRefused?: (errors: FormErrors) => void
  /** Said offline in place of sending, where a change must not wait. */
  offline?: string
  /** Closes the dialog that the form is in; without it the form is part of a screen. */
  onClose?: (() => void) | undefined
  /**
   * In a dialog that asks and closes by itself, as the link dialog does; `screen` while another view of its
   * dialog lies over it, from which Back loses nothing.
   */
  within?: 'dialog' | 'screen'
}

/** A form over what is there, with what was touched kept as a draft. */
export const useForm = <Values extends object, Sent, Saved>(
  options: FormOptions<Values, Sent, Saved> & DraftOptions<Values>,
) => useFormOver(useDraftValues(options), options)

/**
 * A form over values that are held somewhere: errors by field with the focus on the first. Every way out
 * asks first; when the app takes the form away nothing is asked and the text stays (R-091, D-105).
 */
export function useFormOver<Values extends object, Sent, Saved>(
  held: FormValues<Values>,
  options: FormOptions<Values, Sent, Saved>,
) {
  const { values, dirty, discard, ready } = held
  const { action, onClose, within = onClose ? 'dialog' : 'screen' } = options
  const offline = useOffline()
  const [busy, setBusy] = useState(false)
  const { errors, clear, form, ...said } = useErrors()
  const letGo = useUnsaved(dirty, discard, within)
  const leave = useWayOut(onClose, discard)

  function change(part: Partial<Values>) {
    clear(Object.keys(part))
    held.change(part)
  }

  function refuse(errors: FormErrors) {
    options.onRefused?.(errors)
    said.refuse(errors)
  }

  const refusalOf = (error: unknown) => {
    const { explain = (error) => explainFailure(error, action) } = options
    return errorsOf(error, namesOf(values, options.fields), explain)
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
      refuse((options.refusal ?? refusalOf)(error))
    } finally {
      setBusy(false)
    }
  }

  /** For a control of text: what it is called, holds and does. */
  const field = <Name extends TextName<Values>>(name: Name) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      const part: Partial<Values> = {}
      change({ ...part, [name]: target.value })
    },
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
  return { props, field, values, change, submit, errors, dirty, busy, leave, ready }
}

type TextName<Values> = {
  [Name in keyof Values]: Values[Name] extends string ? Name : never
}[keyof Values] &
  string

const namesOf = (values: object, others: Record<string, string> = {}): [string, string][] => [
  ...[...Object.keys(values), WHOLE_FORM].map((name): [string, string] => [name, name]),
  ...Object.entries(others),
]

/** A control, or the box of a field that is more than one. */
const WRONG = '[aria-invalid="true"], [data-wrong]'

/** What is wrong, until it is changed; the first of it is brought into sight, with the focus. */
function useErrors() {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FormErrors>({})
  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    // A long form on a phone hides its first fields.
    if (refusals > 0) form.current?.querySelector<HTMLElement>(WRONG)?.focus()
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
