import { CaretLeftIcon } from '@phosphor-icons/react/CaretLeft'
import { CaretRightIcon } from '@phosphor-icons/react/CaretRight'
import { useState } from 'react'
import { MAX_DAYS } from '#contract/analytics.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { useWide } from '#ui/use-media.ts'
import css from './dates.module.css'
import { countDays, isDay, monthName, monthOf, plusMonths } from './days.ts'
import { MonthGrid, type MonthGridProps } from './month-grid.tsx'
import { daysText, presets, type Range } from './range.ts'

type DatesProps = {
  range: Range
  today: string
  onClose: () => void
  onChoose: (from: string, to: string) => void
}

/**
 * Shows a dialog to choose the first and the last day with a preset, in a calendar, or by typing.
 */
export function DatesDialog({ range, today, onClose, onChoose }: DatesProps) {
  const [from, setFrom] = useState(range.from)
  const [to, setTo] = useState(range.to)
  const [focused, setFocused] = useState(range.to)
  const [isChoosingEnd, setChoosingEnd] = useState(false)
  const problem = problemOf(from, to, today)

  function chooseRange(first: string, last: string) {
    setFrom(first)
    setTo(last)
    setFocused(last)
    setChoosingEnd(false)
  }
  /**
   * Starts a new range on the first press. The second press completes it; the days can be pressed
   * in either order.
   */
  function press(day: string) {
    setFocused(day)
    if (!isChoosingEnd) [setFrom, setTo].forEach((set) => set(day))
    else if (day < from) setFrom(day)
    else setTo(day)
    setChoosingEnd(!isChoosingEnd)
  }

  return (
    <Modal
      title="Dates"
      size="broad"
      onClose={onClose}
      footer={
        <Button
          variant="primary"
          block
          disabled={problem !== undefined}
          onClick={() => onChoose(from, to)}
        >
          {problem === undefined ? `Show ${daysText(countDays(from, to))}` : 'Show'}
        </Button>
      }
    >
      <div className={css.presets} role="group" aria-label="Presets">
        {presets(today).map((preset) => (
          <Chip
            key={preset.label}
            pressed={preset.from === from && preset.to === to}
            onClick={() => chooseRange(preset.from, preset.to)}
          >
            {preset.label}
          </Chip>
        ))}
      </div>
      <Months from={from} to={to} today={today} focused={focused} move={setFocused} press={press} />
      <div className={css.fields}>
        <TextField
          name="date_from"
          label="From"
          type="date"
          max={today}
          value={from}
          onChange={({ currentTarget }) => setFrom(currentTarget.value)}
        />
        <TextField
          name="date_to"
          label="To"
          type="date"
          max={today}
          value={to}
          onChange={({ currentTarget }) => setTo(currentTarget.value)}
        />
      </div>
      <FieldError text={problem} />
    </Modal>
  )
}

function problemOf(from: string, to: string, today: string): string | undefined {
  if (!isDay(from) || !isDay(to)) return 'Choose a first and a last day.'
  if (to < from) return 'The last day must not be before the first.'
  if (to > today) return 'The last day is still to come.'
  if (countDays(from, to) > MAX_DAYS) return 'Choose three years at most.'
  return undefined
}

type MonthsProps = Omit<MonthGridProps, 'month'>

/** Shows one month on a phone and two on wide screens, and scrolls to the focused day. */
function Months({ focused, today, ...rest }: MonthsProps) {
  const hasTwoMonths = useWide('modal')
  const [shown, setShown] = useState(() => monthOf(focused))
  const first = hasTwoMonths ? plusMonths(shown, -1) : shown
  const isLast = shown >= monthOf(today)
  function move(day: string) {
    const month = monthOf(day)
    if (month > shown) setShown(month)
    else if (month < first) setShown(hasTwoMonths ? plusMonths(month, 1) : month)
    rest.move(day)
  }
  // The only day in the tab order must be visible.
  const isVisible = monthOf(focused) >= first && monthOf(focused) <= shown
  const tabDay = isVisible ? focused : defaultFocus(shown, today)
  return (
    <div className={css.months}>
      <IconButton
        label="Earlier month"
        icon={CaretLeftIcon}
        onClick={() => setShown(plusMonths(shown, -1))}
      />
      {(hasTwoMonths ? [first, shown] : [shown]).map((month) => (
        <div key={month} className={css.month}>
          <h3 className={css.name}>{monthName(month)}</h3>
          <MonthGrid month={month} today={today} {...rest} focused={tabDay} move={move} />
        </div>
      ))}
      <IconButton
        label="Later month"
        icon={CaretRightIcon}
        aria-disabled={isLast || undefined}
        onClick={() => !isLast && setShown(plusMonths(shown, 1))}
      />
    </div>
  )
}

const defaultFocus = (month: string, today: string) =>
  monthOf(today) === month ? today : `${month}-01`
