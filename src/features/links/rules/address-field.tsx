import type { ComponentProps } from 'react'
import { TextField } from '#ui/fields/field.tsx'

/** Shows a field for an address. */
export const AddressField = (props: ComponentProps<typeof TextField>) => (
  <TextField
    inputMode="url"
    placeholder="https://"
    autoCapitalize="none"
    autoComplete="off"
    autoCorrect="off"
    spellCheck={false}
    maxLength={2000}
    {...props}
  />
)
