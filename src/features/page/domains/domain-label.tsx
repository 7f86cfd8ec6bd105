import { ArrowsClockwiseIcon } from '@phosphor-icons/react/ArrowsClockwise'
import { CheckCircleIcon } from '@phosphor-icons/react/CheckCircle'
import { HourglassIcon } from '@phosphor-icons/react/Hourglass'
import { WarningCircleIcon } from '@phosphor-icons/react/WarningCircle'
import type { DomainState } from './domain-state.ts'
import css from './domains.module.css'

const ICONS = {
  good: CheckCircleIcon,
  neutral: ArrowsClockwiseIcon,
  warn: HourglassIcon,
  danger: WarningCircleIcon,
}

/** Shows the state of a domain as an icon and a label. */
export function DomainLabel({ state }: { state: DomainState }) {
  const { name, tone } = state
  const Icon = ICONS[tone]
  const weight = tone === 'good' || tone === 'danger' ? 'fill' : 'bold'
  return (
    <span className={css.label} data-tone={tone}>
      <Icon size={14} weight={weight} aria-hidden />
      <span>{name}</span>
    </span>
  )
}

/**
 * Shows the number of completed checks as ticks. Decorative: the text beside it has the numbers.
 */
export function CheckProgress({ state }: { state: DomainState }) {
  if (!state.ticks) return null
  const { done, of } = state.ticks
  return (
    <div className={css.ticks} data-tone={state.tone} aria-hidden>
      {Array.from({ length: of }, (_, tick) => (
        <span key={tick} data-done={tick < done || undefined} />
      ))}
    </div>
  )
}
