import { EyeIcon } from '@phosphor-icons/react/Eye'
import { EyeSlashIcon } from '@phosphor-icons/react/EyeSlash'
import { useState, type ComponentProps } from 'react'
import { IconButton } from '#ui/button.tsx'
import { TextField } from '#ui/fields/field.tsx'

/** Shows a password field with a button that reveals the text. */
export function PasswordField(props: ComponentProps<typeof TextField>) {
  const [isShown, setShown] = useState(false)
  return (
    <TextField
      autoComplete="current-password"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={200}
      {...props}
      type={isShown ? 'text' : 'password'}
      trailing={
        <IconButton
          label={isShown ? `Hide ${lower(props.label)}` : `Show ${lower(props.label)}`}
          icon={isShown ? EyeSlashIcon : EyeIcon}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  )
}

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
