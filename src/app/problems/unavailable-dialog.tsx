import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { AlertArt } from '#ui/dialog/alert-art.tsx'
import { Alert } from '#ui/dialog/alert.tsx'
import { Button } from '#ui/button.tsx'
import { openPhoto } from '../dialog/unsaved.ts'
import { reload } from '../worker/reload.ts'
import { setAlarm } from './alarm.ts'
import { criticalText, isParagraph } from './critical-texts.ts'
import { factsOf } from './facts.tsx'
import type { Critical } from './failures.ts'
import { reportProblemEvent } from './problems.ts'
import type { RetryPlan } from '#http/retry-plan.ts'
import { countdownText, momentText } from './times.ts'
import { useNow } from './use-now.ts'

const PHOTO_KEPT = 'Your photo is still here. This closes by itself; then save it once more.'

/**
 * Shows a 503 with a countdown and reloads at the announced time or by its button. If a photo is
 * unsaved, it closes instead of reloading, so that the photo can be saved again.
 */
export function UnavailableDialog({ critical, retry }: { critical: Critical; retry: RetryPlan }) {
  const { startedAt, moment } = retry
  const remaining = moment - useNow(1000)
  const text = criticalText(critical)
  const hasPhoto = useAtomValue(openPhoto)?.unsaved === true
  const report = useSetAtom(reportProblemEvent)
  const finish = () => (hasPhoto ? report({ type: 'left' }) : reload())
  const onAlarm = useEffectEvent(finish)
  useEffect(() => setAlarm(moment, () => onAlarm()), [moment])
  const wait = remaining > 0 ? `, or in ${countdownText(remaining)}` : ''
  const closingText = hasPhoto ? PHOTO_KEPT : 'This page reloads by itself.'
  return (
    <Alert
      art={<AlertArt kind="waiting" remaining={remaining / (moment - startedAt)} />}
      title={isParagraph(text) ? undefined : text}
      facts={[...factsOf(critical), ...backAt(critical, retry)]}
      actions={
        <>
          {hasPhoto && <Button onClick={reload}>Reload now</Button>}
          <Button variant="primary" className="num" onClick={finish}>
            {(hasPhoto ? 'Back to your photo' : 'Reload now') + wait}
          </Button>
        </>
      }
    >
      {isParagraph(text) ? text : closingText}
    </Alert>
  )
}

/** Shows the announced time as a fact if the title is the operator's own text. */
const backAt = ({ detail }: Critical, { kind, moment }: RetryPlan) =>
  detail && kind !== 'default' ? [{ label: 'Back at', value: momentText(moment) }] : []
