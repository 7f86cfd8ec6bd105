import { useEffect, useRef, type ReactNode } from 'react'
import { PasswordField } from '#app/form/password-field.tsx'
import type { FormErrors } from '#app/form/form-errors.ts'

type PasswordFormProps = {
  /** Why it is asked for. */
  help: string
  value: string
  errors: FormErrors
  onChange: (password: string) => void
  /** Enter, as much as a button. */
  onSubmit: () => void
  children?: ReactNode
}

/** The password once more, for what a session alone must not be enough for. */
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
      <PasswordField
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
