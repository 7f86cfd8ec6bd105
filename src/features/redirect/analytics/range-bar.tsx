import { CalendarBlankIcon } from '@phosphor-icons/react/CalendarBlank'
import { useNavigate } from '@tanstack/react-router'
import { useDialogParam } from '#app/dialog/use-dialog-param.ts'
import { Chip } from '#ui/chip.tsx'
import css from './analytics.module.css'
import { DatesDialog } from './dates-dialog.tsx'
import { rangeText, COMMON_RANGES, type Range } from './range.ts'

/**
 * Offers the common ranges as chips and any other range in a dialog. The address contains the
 * chosen range.
 */
export function RangeBar({ range, today }: { range: Range; today: string }) {
  const dialog = useDialogParam('dialog')
  const navigate = useNavigate()
  const go = (search: { days?: string; from?: string; to?: string }) =>
    void navigate({ to: '.', replace: true, resetScroll: false, search: search as never })
  return (
    <div className={css.ranges} role="group" aria-label="Dates">
      {COMMON_RANGES.map(({ days, short, label }) => (
        <Chip key={days} pressed={range.name === days} onClick={() => go({ days })}>
          <span>
            <span>{short}</span>
            <span className="vh">{label.slice(short.length)}</span>
          </span>
        </Chip>
      ))}
      <Chip
        pressed={range.name === null}
        icon={CalendarBlankIcon}
        aria-haspopup="dialog"
        onClick={() => dialog.open('dates')}
      >
        {range.name === null ? (
          rangeText(range.from, range.to)
        ) : (
          <span className={css.custom}>Custom</span>
        )}
      </Chip>
      {dialog.value === 'dates' && (
        <DatesDialog
          range={range}
          today={today}
          onClose={dialog.close}
          onChoose={(from, to) => go({ from, to })}
        />
      )}
    </div>
  )
}
