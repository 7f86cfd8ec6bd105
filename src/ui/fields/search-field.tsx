import { MagnifyingGlassIcon } from '@phosphor-icons/react/MagnifyingGlass'
import { XIcon } from '@phosphor-icons/react/X'
import { useRef, type ComponentProps, type ReactNode } from 'react'
import { IconButton } from '../button.tsx'
import { cx } from '../styles/class-names.ts'
import { keyOf } from '../keys.ts'
import styles from './search-field.module.css'

type SearchFieldProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  label: string
  value: string
  onChange: (value: string) => void
  onClear?: (() => void) | undefined
  /** Content at the end while the field is empty, such as a filter button. */
  trailing?: ReactNode
}

export function SearchField(props: SearchFieldProps) {
  const { label, value, onChange, onClear, trailing, className, ...input } = props
  const field = useRef<HTMLInputElement>(null)
  function clear() {
    onChange('')
    onClear?.()
    field.current?.focus()
  }
  return (
    <div role="search" className={cx(styles.search, className)}>
      <MagnifyingGlassIcon size={20} aria-hidden />
      <input
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        placeholder={label}
        {...input}
        ref={field}
        className={`${styles.input} frameless`}
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          // The field searches while the user types, so Enter must not submit a surrounding form.
          if (keyOf(event) === 'Enter') event.preventDefault()
          if (keyOf(event) !== 'Escape' || value === '') return
          event.preventDefault()
          clear()
        }}
      />
      {value === '' ? trailing : <IconButton label="Clear search" icon={XIcon} onClick={clear} />}
    </div>
  )
}
