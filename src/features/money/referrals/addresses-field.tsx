import { XIcon } from '@phosphor-icons/react/X'
import { useRef, type KeyboardEvent } from 'react'
import * as v from 'valibot'
import { Email } from '#contract/people/session.ts'
import { Chip } from '#ui/chip.tsx'
import { useField } from '#ui/fields/field.tsx'
import { announce } from '#ui/notices/toast.tsx'
import { keyOf } from '#ui/keys.ts'
import { cx } from '#ui/styles/class-names.ts'
import box from '#ui/fields/chip-field.module.css'
import css from './addresses-field.module.css'

type AddressesFieldProps = {
  name: string
  /** Addresses separated by commas or spaces, as typed, saved and sent. */
  value: string
  error: string | undefined
  help: string
  onChange: (value: string) => void
}

/**
 * Splits the text into complete addresses (before the last comma or space) and the one being typed.
 */
export function parseAddresses(text: string): { given: string[]; typed: string } {
  const parts = text.split(/[\s,;]+/)
  const typed = parts.pop() ?? ''
  return { given: [...new Set(parts.filter((part) => part !== ''))], typed }
}

const textOf = (given: string[], typed: string) =>
  [...given.map((address) => `${address}, `), typed].join('')

/** Shows each complete address as a chip, which a press or Backspace removes. */
export function AddressesField({ name, value, error, help, onChange }: AddressesFieldProps) {
  const { id, describedBy, frame } = useField({
    label: 'Email addresses',
    hint: 'Separated by commas',
    help,
    error,
  })
  const field = useRef<HTMLInputElement>(null)
  const { given, typed } = parseAddresses(value)

  function remove(address: string) {
    onChange(
      textOf(
        given.filter((one) => one !== address),
        typed,
      ),
    )
    announce(`Removed ${address}`)
    field.current?.focus()
  }

  function keydown(event: KeyboardEvent) {
    const key = keyOf(event)
    const last = given.at(-1)
    if (key === 'Backspace' && typed === '' && last !== undefined) remove(last)
    // Enter completes the typed address. Without one it submits the form.
    if (key !== 'Enter' || typed === '') return
    event.preventDefault()
    onChange(textOf([...given, typed], ''))
  }

  return frame(
    undefined,
    <div
      className={cx(box.control, css.control)}
      data-error={error ? true : undefined}
      onClick={() => field.current?.focus()}
    >
      {given.map((address) => (
        <Chip
          key={address}
          aria-label={`Remove ${address}`}
          data-wrong-address={v.is(Email, address) ? undefined : true}
          onClick={() => remove(address)}
        >
          <span className="trunc">{address}</span>
          <XIcon size={13} weight="bold" aria-hidden />
        </Chip>
      ))}
      <input
        ref={field}
        id={id}
        name={name}
        className={box.input}
        value={typed}
        placeholder={given.length > 0 ? 'Add another' : undefined}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        inputMode="email"
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
        onChange={({ target }) => onChange(textOf(given, target.value))}
        onKeyDown={keydown}
      />
    </div>,
  )
}
