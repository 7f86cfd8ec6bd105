import { useEffect, useRef, type KeyboardEvent } from 'react'
import { cx } from '#ui/styles/class-names.ts'
import { keyOf } from '#ui/keys.ts'
import css from './dates.module.css'
import {
  eachDay,
  firstDayOf,
  fullDay,
  lastDayOf,
  monthOf,
  plusDays,
  plusMonths,
  sameDayIn,
  weekdayOf,
} from './days.ts'

export type MonthGridProps = {
  month: string
  from: string
  to: string
  today: string
  /** The only day in the tab order. */
  focused: string
  move: (day: string) => void
  press: (day: string) => void
}

const WEEK = [
  ['Mo', 'Monday'],
  ['Tu', 'Tuesday'],
  ['We', 'Wednesday'],
  ['Th', 'Thursday'],
  ['Fr', 'Friday'],
  ['Sa', 'Saturday'],
  ['Su', 'Sunday'],
] as const

/**
 * Shows the days of a month. Arrow keys move by day and week, Page Up and Page Down by month.
 * Future days cannot be chosen.
 */
export function MonthGrid({ month, from, to, today, focused, move, press }: MonthGridProps) {
  const table = useRef<HTMLTableElement>(null)
  // If a key moves to a day in another month, the focus moves to that month's grid.
  useEffect(() => {
    const active = document.activeElement
    if (monthOf(focused) === month && active instanceof HTMLElement && active.dataset['day'])
      table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [focused, month])

  function keydown(event: KeyboardEvent) {
    const next = nextDay(keyOf(event), focused)
    if (next === undefined) return
    event.preventDefault()
    move(next > today ? today : next)
  }
  return (
    <table ref={table} className={css.grid} onKeyDown={keydown}>
      <thead>
        <tr>
          {WEEK.map(([short, long]) => (
            <th key={short} scope="col" abbr={long}>
              {short}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week.find((day) => day !== null)}>
            {week.map((day, index) =>
              day === null ? (
                <td key={WEEK[index]?.[0]} />
              ) : (
                <td key={day} className={cx(day >= from && day <= to && css.in)}>
                  <button
                    type="button"
                    className={css.day}
                    data-day={day}
                    data-edge={day === from || day === to || undefined}
                    aria-label={fullDay(day)}
                    aria-pressed={day >= from && day <= to}
                    aria-current={day === today ? 'date' : undefined}
                    disabled={day > today}
                    tabIndex={day === focused ? 0 : -1}
                    onClick={() => press(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function weeksOf(month: string): (string | null)[][] {
  const days = eachDay(firstDayOf(month), lastDayOf(month))
  const cells: (string | null)[] = [...emptyCells(weekdayOf(firstDayOf(month))), ...days]
  cells.push(...emptyCells((7 - (cells.length % 7)) % 7))
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}
const emptyCells = (length: number): null[] => Array.from({ length }, () => null)

function nextDay(key: string, day: string): string | undefined {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -weekdayOf(day),
    End: 6 - weekdayOf(day),
  }
  if (key === 'PageUp') return sameDayIn(plusMonths(monthOf(day), -1), day)
  if (key === 'PageDown') return sameDayIn(plusMonths(monthOf(day), 1), day)
  const step = steps[key]
  return step === undefined ? undefined : plusDays(day, step)
}
