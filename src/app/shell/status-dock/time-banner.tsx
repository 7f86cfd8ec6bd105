import { TimerIcon } from '@phosphor-icons/react/Timer'
import { XIcon } from '@phosphor-icons/react/X'
import { useState } from 'react'
import type { TimeBanner as Ending } from '#contract/facts.ts'
import { useNow } from '../../problems/use-now.ts'
import { countdownStep, remainingText, shortRemaining } from '../../remaining.ts'
import { useDialogParam } from '../../dialog/use-dialog-param.ts'
import { IconButton } from '#ui/button.tsx'
import css from './time-banner.module.css'

/** Key of the dismissed promotion in this tab's storage. */
const DISMISSED = 'split-time-banner'
const MAX_TIME_LEFT_MS = 72 * 60 * 60 * 1000

/**
 * Shows the promotion that ends next. Screen readers announce it once. The countdown is only visual
 * and cannot be focused.
 */
export function TimeBanner({ banner }: { banner: Ending }) {
  const { promotion_id: id, title } = banner
  const left = useTimeLeft(Date.parse(banner.ends_at))
  const [announcement] = useState(() => `${title} ends in ${remainingText(left)}`)
  const [dismissed, setDismissed] = useState(() => wasDismissed(id))
  const sheet = useDialogParam('offer')
  if (dismissed || !(left > 0 && left <= MAX_TIME_LEFT_MS)) return null

  function dismiss() {
    rememberDismissed(id)
    setDismissed(true)
  }
  return (
    <section className={css.banner} aria-label="Ends soon">
      <p className="vh" role="status">
        {announcement}
      </p>
      <button
        type="button"
        className={css.open}
        aria-haspopup="dialog"
        aria-label={`${title}, ends in ${remainingText(left)}`}
        onClick={() => sheet.open(`promotion.${id}`)}
      >
        <TimerIcon size={20} aria-hidden />
        <span className={css.title}>{title}</span>
        <span className={css.left}>{shortRemaining(left)}</span>
      </button>
      <IconButton label="Hide for now" icon={XIcon} size="sm" onClick={dismiss} />
    </section>
  )
}

/** Returns the time left, updated each minute and in the last hour each second. */
function useTimeLeft(endsAt: number): number {
  const [step, setStep] = useState(() => countdownStep(endsAt - Date.now()))
  const left = endsAt - useNow(step)
  const next = countdownStep(left)
  if (next !== step) setStep(next)
  return left
}

function wasDismissed(id: number): boolean {
  try {
    return sessionStorage.getItem(DISMISSED) === String(id)
  } catch {
    return false
  }
}

function rememberDismissed(id: number): void {
  try {
    sessionStorage.setItem(DISMISSED, String(id))
  } catch {
    // Without storage the banner appears again at the next start.
  }
}
