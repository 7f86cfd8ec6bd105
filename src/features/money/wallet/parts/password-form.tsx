import { useEffect, useRef, type ReactNode } from 'react'
import { OwnPasswordField } from '#features/people/factors/own-password-field.tsx'
import type { FormErrors } from '#app/form/form-errors.ts'

type PasswordFormProps = {
  /** Reason for asking. */
  help: string
  value: string
  errors: FormErrors
  onChange: (password: string) => void
  /** Called by Enter and by a submit button. */
  onSubmit: () => void
  children?: ReactNode
}

/** Asks for the password again, for actions that need more than a session. */
export function PasswordForm(props: PasswordFormProps) {
  const { help, value, errors, onChange, onSubmit, children } = props
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (errors['password']) field.current?.focus()
  }, [errors])
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <OwnPasswordField
        ref={field}
        name="password"
        label="Password"
        help={help}
        value={value}
        error={errors['password']}
        onChange={({ target }) => onChange(target.value)}
      />
      {children}
    </form>
  )
}
