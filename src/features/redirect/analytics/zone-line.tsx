import { Button } from '#ui/button.tsx'
import css from './analytics.module.css'
import { browserTimeZone, type useDays } from './use-analytics.ts'

const zoneName = (zone: string) => zone.replaceAll('_', ' ')

/** Shows the time zone of the days. If the browser is in another one, offers to switch to it. */
export function ZoneLine({ days }: { days: ReturnType<typeof useDays> }) {
  const { subject, moving, move } = days
  const here = browserTimeZone()
  return (
    <div className={css.zone}>
      <p className={`${css.note} hint`}>{`Days begin at midnight in ${zoneName(subject.zone)}.`}</p>
      {here !== subject.zone && (
        <Button variant="quiet" size="sm" busy={moving} onClick={() => void move(here)}>
          {`Use ${zoneName(here)}`}
        </Button>
      )}
    </div>
  )
}
