import { EyeIcon } from '@phosphor-icons/react/Eye'
import { EyeSlashIcon } from '@phosphor-icons/react/EyeSlash'
import { useState, type ComponentProps } from 'react'
import { IconButton } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'

/** What is typed can be looked at; it is hidden again with the field. */
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
