import { momentOf, momentText } from '#app/problems/times.ts'
import { Button } from '#ui/button.tsx'
import css from './analytics.module.css'
import { browserTimeZone, type useDays } from './use-analytics.ts'

const zoneName = (zone: string) => zone.replaceAll('_', ' ')

type Props = {
  days: ReturnType<typeof useDays>
  /** Time up to which the numbers are complete; undefined if they are current. */
  asOf: string | undefined
}

/** Shows the time zone of the days. If the browser is in another one, offers to switch to it. */
export function ZoneLine({ days, asOf }: Props) {
  const { subject, moving, move } = days
  const here = browserTimeZone()
  return (
    <div className={css.zone}>
      <p className={`${css.note} hint`}>
        {[
          `Days begin at midnight in ${zoneName(subject.zone)}.`,
          asOf !== undefined && `Numbers as of ${momentText(momentOf(asOf))}.`,
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      {here !== subject.zone && (
        <Button variant="quiet" size="sm" busy={moving} onClick={() => void move(here)}>
          {`Use ${zoneName(here)}`}
        </Button>
      )}
    </div>
  )
}
