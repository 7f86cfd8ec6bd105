import { HourglassIcon } from '@phosphor-icons/react/Hourglass'
import { useEffect, useEffectEvent, useMemo } from 'react'
import type { ApiError } from '#http/error.ts'
import { planRetry } from '#http/retry-plan.ts'
import type { ListState } from '#live/read/use-mirror.ts'
import { Banner } from '#ui/notices/banner.tsx'
import { Button } from '#ui/button.tsx'
import { setAlarm } from '../problems/alarm.ts'
import { unavailableSentence } from '../problems/critical-texts.ts'
import { momentText } from '../problems/times.ts'

/** Maximum time between checks during maintenance, because it can end early. */
const MAX_CHECK_INTERVAL_MS = 60 * 1000
/** Random extra delay, so that tabs do not all check in the same second. */
const MAX_EXTRA_DELAY_MS = 6 * 1000

type LineProps = { list: ListState; error: ApiError; syncedAt: number; now: number }

/** Shows why a copy could not be refreshed, and how old it is. */
export function RefreshFailedLine(props: LineProps) {
  const { list, error, syncedAt, now } = props
  if (error.isUnavailable) return <UnavailableLine {...props} />
  return (
    <Banner flush tone="danger" action={<TryAgain list={list} />}>
      <b>Couldn’t refresh.</b>
      <span>{` These are from ${momentText(syncedAt, now)}.`}</span>
    </Banner>
  )
}

/** Shows that the service is unavailable, and until when. Disappears when it is available again. */
function UnavailableLine({ list, error, syncedAt, now }: LineProps) {
  const { failedAt, refresh } = list
  const plan = useMemo(() => planCheck(error, failedAt ?? syncedAt), [error, failedAt, syncedAt])
  const look = useEffectEvent(() => void refresh())
  useEffect(() => setAlarm(plan.checkAt, () => look()), [plan])
  const detail = error.body.detail?.trim() || null
  return (
    <Banner flush tone="warn" icon={HourglassIcon} action={<TryAgain list={list} />}>
      <b>{unavailableSentence(detail, plan.retry, now)}</b>
      <span>{` These are from ${momentText(syncedAt, now)}.`}</span>
    </Banner>
  )
}

function planCheck(error: ApiError, failedAt: number) {
  const retry = planRetry(error.retryAfter, error.retryAfterHeader, failedAt)
  const soon = failedAt + MAX_CHECK_INTERVAL_MS + Math.random() * MAX_EXTRA_DELAY_MS
  return { retry, checkAt: Math.min(retry.backgroundAt, soon) }
}

const TryAgain = ({ list: { refreshing, refresh } }: { list: ListState }) => (
  <Button variant="quiet" size="sm" busy={refreshing} onClick={() => void refresh()}>
    Try again
  </Button>
)
