import type { ChangeEventHandler } from 'react'
import type { FormResult } from '#app/form/form-errors.ts'
import { TextField } from '#ui/fields/field.tsx'

export const NEEDS_CONNECTION = 'This needs a connection. What you typed is kept on this device.'

/** Reads the domain from the input, also from a pasted URL. The server validates the rest. */
export function readName({ domain: typed }: { domain: string }): FormResult<{ domain: string }> {
  const domain = typed
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '')
  if (domain === '') return { errors: { domain: 'Enter a domain, like links.ana.example.' } }
  return { sent: { domain } }
}

type DomainFieldProps = {
  name: string
  value: string
  error: string | undefined
  onChange: ChangeEventHandler<HTMLInputElement>
}

export const DomainField = (field: DomainFieldProps) => (
  <TextField
    {...field}
    label="Domain"
    help="Use a subdomain, so your website stays where it is."
    inputMode="url"
    autoComplete="off"
    autoCapitalize="none"
    autoCorrect="off"
    spellCheck={false}
    maxLength={300}
  />
)
