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
import { errorsOf, WHOLE_FORM, type FormErrors, type FormResult } from './form-errors.ts'
import { useDraftValues, type DraftOptions, type FormValues } from './form-values.ts'

type FormOptions<Values extends object, Sent, Saved> = {
  read: (values: Values) => FormResult<Sent>
  save: (sent: Sent) => Promise<Saved>
  /** Called after a save. The draft has been deleted, and leaving does not ask. */
  onSaved: (saved: Saved) => void
  /** Name of the failed action, as in "Couldn’t rename the collection". */
  action: string
  /** Returns another text for a failure, or null if it is shown elsewhere. */
  explain?: (error: unknown) => string | null | undefined
  /** Fields whose name on the server differs: the server's name, and the form's field. */
  fields?: Record<string, keyof Values & string>
  /** Returns all errors of a failure, if `fields` and `explain` are not enough for it. */
  refusal?: (error: unknown) => FormErrors | undefined
  /** Called before the first wrong field is focused, which may not be on the screen yet. */
  onRefused?: (errors: FormErrors) => void
  /** Text shown when offline, for a change that must not wait. */
  offline?: string
  /** Closes the form's dialog. Without it the form is part of a screen. */
  onClose?: (() => void) | undefined
  /**
   * Set for a dialog that asks and closes by itself, such as the link dialog. `screen` while
   * another view of the dialog covers it, because Back then loses nothing.
   */
  within?: 'dialog' | 'screen'
}

/** Returns a form whose changed values are stored as a draft. */
export const useForm = <Values extends object, Sent, Saved>(
  options: FormOptions<Values, Sent, Saved> & DraftOptions<Values>,
) => useFormWithValues(useDraftValues(options), options)

/**
 * Returns a form over given values. Errors are shown by field, and the first is focused. Leaving
 * asks first. If the app closes the form, it does not ask and the draft is kept.
 */
export function useFormWithValues<Values extends object, Sent, Saved>(
  formValues: FormValues<Values>,
  options: FormOptions<Values, Sent, Saved>,
) {
  const { values, dirty, discard, ready } = formValues
  const { action, onClose, within = onClose ? 'dialog' : 'screen' } = options
  const offline = useOffline()
  const [busy, setBusy] = useState(false)
  const { errors, clear, form, ...errorState } = useErrors()
  const letGo = useUnsaved(dirty, discard, within)
  const leave = useLeave(onClose, discard)

  function change(part: Partial<Values>) {
    clear(Object.keys(part))
    formValues.change(part)
  }

  function refuse(errors: FormErrors) {
    options.onRefused?.(errors)
    errorState.refuse(errors)
  }

  const errorsFor = (error: unknown) => {
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
      options.onSaved(saved)
    } catch (error) {
      refuse(options.refusal?.(error) ?? errorsFor(error))
    } finally {
      setBusy(false)
    }
  }

  /** Returns the props of a text control. */
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
      // A dialog rendered inside this form may have its own form.
      if (event.target === event.currentTarget) void submit()
    },
  }
  return { props, field, values, change, submit, errors, dirty, busy, leave, ready }
}

type TextName<Values> = {
  [Name in keyof Values]: Values[Name] extends string ? Name : never
}[keyof Values] &
  string

const namesOf = (values: object, serverNames: Record<string, string> = {}): [string, string][] => [
  ...[...Object.keys(values), WHOLE_FORM].map((name): [string, string] => [name, name]),
  ...Object.entries(serverNames),
]

/** Controls with an error, or the box of a field with several controls. */
const INVALID_SELECTOR = '[aria-invalid="true"], [data-wrong]'

/** Holds errors until their field changes. Focuses the first one, which scrolls it into view. */
function useErrors() {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FormErrors>({})
  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    // In a long form on a phone the first fields may be out of view.
    if (refusals > 0) form.current?.querySelector<HTMLElement>(INVALID_SELECTOR)?.focus()
  }, [refusals])

  function refuse(next: FormErrors) {
    setErrors(next)
    setRefusals((times) => times + 1)
  }

  /** Clears the errors of these fields and of the whole form. Without `fields`, clears all. */
  function clear(fields?: readonly string[]) {
    setErrors((before) => {
      const remaining = Object.entries(before).filter(
        ([field]) => fields && !fields.includes(field) && field !== WHOLE_FORM,
      )
      return Object.fromEntries(remaining)
    })
  }

  return { errors, refuse, clear, form }
}

/**
 * Returns a function that asks and then closes a dialog's form. It closes without asking when a
 * more important dialog opens.
 */
function useLeave(onClose: (() => void) | undefined, discard: () => void) {
  const askFirst = useSetAtom(askToLeave)
  const onAppClose = useEffectEvent(() => onClose?.())
  useEffect(() => onCloseModals(() => onAppClose()), [])

  async function leave() {
    if (!(await askFirst('dialogs'))) return
    discard()
    onClose?.()
  }
  return () => void leave()
}
