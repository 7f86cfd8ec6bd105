import { CaretDownIcon } from '@phosphor-icons/react/CaretDown'
import type { ComponentProps } from 'react'
import { Chip } from '#ui/chip.tsx'
import { cx } from '#ui/styles/class-names.ts'
import css from './links-controls.module.css'

type FilterChipProps = Omit<ComponentProps<typeof Chip>, 'children'> & {
  label: string
  chosen: string[]
}

/** Shows the button of one filter, with the selected values as its text. */
export function FilterChip({ label, chosen, ...rest }: FilterChipProps) {
  const [one] = chosen
  const text = one === undefined ? label : chosen.length === 1 ? one : `${chosen.length} tags`
  return (
    <Chip
      aria-label={one === undefined ? label : `${label}: ${chosen.join(', ')}`}
      data-on={chosen.length > 0 || undefined}
      {...rest}
    >
      <span className={cx(css.name, 'trunc')}>{text}</span>
      <CaretDownIcon size={13} weight="bold" aria-hidden />
    </Chip>
  )
}
