import type { ComponentProps } from 'react'
import { TextField } from '#ui/fields/field.tsx'

/** Shows the name of a collection. */
export const NameField = (field: Omit<ComponentProps<typeof TextField>, 'label'>) => (
  <TextField {...field} label="Name" autoComplete="off" autoFocus maxCharacters={120} />
)
