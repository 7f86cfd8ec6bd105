import { useEffect } from 'react'
import { AlertArt } from '#ui/alert-art.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { reload } from '../reload.ts'
import { setAlarm } from './alarm.ts'
import { criticalText, isParagraph } from './critical-texts.ts'
import { factsOf } from './facts.tsx'
import type { Critical } from './failures.ts'
import type { RetryPlan } from '#api/retry-plan.ts'
import { countdownText, momentText } from './times.ts'
import { useNow } from './use-now.ts'

/** A 503: counts down to the promised moment and reloads then, by itself or at once by its button. */
export function UnavailableDialog({ critical, retry }: { critical: Critical; retry: RetryPlan }) {
  const { startedAt, moment, reloadAt } = retry
  const left = moment - useNow(1000)
  const text = criticalText(critical)
  useEffect(() => setAlarm(reloadAt, reload), [reloadAt])
  return (
    <Alert
      art={<AlertArt kind="waiting" remaining={left / (moment - startedAt)} />}
      title={isParagraph(text) ? undefined : text}
      facts={[...factsOf(critical), ...backAt(critical, retry)]}
      actions={
        <Button variant="primary" className="num" onClick={reload}>
          {left > 0 ? `Reload now, or in ${countdownText(left)}` : 'Reload now'}
        </Button>
      }
    >
      {isParagraph(text) ? text : 'This page reloads by itself.'}
    </Alert>
  )
}

/** The operator's own words stand where the promised time would; it is a fact then. */
const backAt = ({ detail }: Critical, { kind, moment }: RetryPlan) =>
  detail && kind !== 'default' ? [{ label: 'Back at', value: momentText(moment) }] : []
