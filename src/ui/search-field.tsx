import { MagnifyingGlassIcon } from '@phosphor-icons/react/MagnifyingGlass'
import { XIcon } from '@phosphor-icons/react/X'
import { useRef, type ComponentProps, type ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { cx } from './class-names.ts'
import { keyOf } from './keys.ts'
import styles from './search-field.module.css'

type SearchFieldProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  label: string
  value: string
  onChange: (value: string) => void
  onClear?: (() => void) | undefined
  /** Shown at the end while nothing is typed, as in a filter button. */
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
        className={styles.input}
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          // It searches as one types; a form around it is not to be sent by that.
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
