import { useEffect, useEffectEvent, useState } from 'react'
import { toApiError } from '#http/error.ts'
import { planRetry } from '#http/retry-plan.ts'
import { AlertArt } from '#ui/dialog/alert-art.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { loginUrl } from './login-url.ts'
import { setAlarm } from '../problems/alarm.ts'
import { unavailableSentence } from '../problems/critical-texts.ts'
import { countdownText } from '../problems/times.ts'
import { useNow } from '../problems/use-now.ts'
import { SignInActions } from './sign-in-page.tsx'
import { signInFailure, trySignInAgain, type SignIn } from './sign-in.ts'

/**
 * Shows that the server is unavailable. Retries the sign-in at the announced time or by the button.
 */
export function SignInUnavailable({ onSettled }: { onSettled: (outcome: SignIn) => void }) {
  const [{ detail, retry }, setPause] = useState(readPause)
  const [busy, setBusy] = useState(false)
  const now = useNow(1000)
  async function goOn() {
    if (busy) return
    setBusy(true)
    const outcome = await trySignInAgain()
    setPause(readPause())
    setBusy(false)
    onSettled(outcome)
  }
  const ring = useEffectEvent(() => void goOn())
  useEffect(() => setAlarm(retry.moment, () => ring()), [retry])
  const left = retry.moment - now
  return (
    <>
      <AlertArt kind="waiting" remaining={left / (retry.moment - retry.startedAt)} />
      <h1>Sign-in could not finish</h1>
      <p>{`${unavailableSentence(detail, retry, now)} It continues by itself.`}</p>
      <SignInActions>
        <Button variant="primary" className="num" busy={busy} onClick={() => void goOn()}>
          {left > 0 ? `Try again, or in ${countdownText(left)}` : 'Try again'}
        </Button>
        <ButtonLink href={loginUrl()}>Sign in again</ButtonLink>
      </SignInActions>
    </>
  )
}

function readPause() {
  const { body, retryAfter, retryAfterHeader } = toApiError(signInFailure())
  return { detail: body.detail?.trim() || null, retry: planRetry(retryAfter, retryAfterHeader) }
}
