import { EyeIcon } from '@phosphor-icons/react/Eye'
import { EyeSlashIcon } from '@phosphor-icons/react/EyeSlash'
import { useState, type ComponentProps } from 'react'
import { TextField } from '#ui/field.tsx'

/** What was typed can be looked at, as on the page to sign in. */
export function PasswordField(props: ComponentProps<typeof TextField>) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeSlashIcon : EyeIcon
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoComplete="current-password"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={200}
      trailing={
        <button
          type="button"
          aria-label={isShown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!isShown)}
        >
          <Icon size={22} aria-hidden />
        </button>
      }
    />
  )
}
