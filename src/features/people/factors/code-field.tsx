import type { ComponentProps } from 'react'
import { TextField } from '#ui/fields/field.tsx'

/** Text for an empty code field. */
export const MISSING_CODE = 'Enter the code from your authenticator app.'

/** Shows a field for a code of the authenticator app. Phones offer to fill it in. */
export const CodeField = (props: Omit<ComponentProps<typeof TextField>, 'label'>) => (
  <TextField
    label="Code"
    autoComplete="one-time-code"
    autoCapitalize="characters"
    autoCorrect="off"
    spellCheck={false}
    maxLength={60}
    autoFocus
    {...props}
  />
)
