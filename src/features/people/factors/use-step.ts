import { useState } from 'react'
import type { FormResult } from '#app/form/form-errors.ts'
import { useFormWithValues } from '#app/form/use-form.ts'
import { formErrorsFor, NOT_SENT } from '#features/people/account/account-info.ts'

/** Text for an empty password. */
export const MISSING_PASSWORD = 'Enter your password.'

type StepOptions<Saved> = {
  /** Text of the field at first. */
  initial?: string
  /** Text if the field is empty. */
  missing: string
  save: (text: string) => Promise<Saved>
  onSaved: (saved: Saved) => void
  action: string
  onClose: () => void
}

/**
 * Returns the form of a dialog with one password, code or name. The text is never saved as a draft, so
 * closing does not ask.
 */
export function useStep<Saved>(name: 'password' | 'code' | 'name', options: StepOptions<Saved>) {
  const { initial = '', missing, action, ...rest } = options
  const [text, setText] = useState(initial)
  return useFormWithValues(
    {
      values: { [name]: text },
      change: (part) => setText(part[name] ?? ''),
      dirty: false,
      discard: () => setText(initial),
      ready: true,
    },
    {
      ...rest,
      read: (values): FormResult<string> => {
        const sent = values[name]?.trim() ?? ''
        return sent === '' ? { errors: { [name]: missing } } : { sent }
      },
      action,
      refusal: formErrorsFor(action, [name]),
      offline: NOT_SENT,
    },
  )
}
