import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { readSession } from '#live/session.ts'
import { APP_NAME } from '#contract/app-constants.ts'
import { AlertArt } from '#ui/dialog/alert-art.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { lazyPart } from '#ui/loading/lazy-part.tsx'
import { QuietBoundary } from '#ui/loading/quiet-boundary.tsx'
import { paths } from '#paths.ts'
import { loginUrl } from './login-url.ts'
import { SignInActions, SignInPage } from './sign-in-page.tsx'
import { startSession, trySignInAgain, type SignIn } from './sign-in.ts'

const SignInUnavailable = lazyPart(
  async () => (await import('./sign-in-unavailable.tsx')).SignInUnavailable,
)

type SignInFailedProps = {
  reason: 'refused' | 'unreachable' | 'unavailable' | 'cut-off'
  onSettled: (outcome: SignIn) => void
}

/** Shows why a sign-in failed, in place of the app. */
export function SignInFailed({ reason, onSettled }: SignInFailedProps) {
  return (
    <SignInPage>
      {reason === 'refused' && <Refused />}
      {reason === 'unreachable' && <Unreachable onSettled={onSettled} />}
      {reason === 'unavailable' && (
        <QuietBoundary>
          <Suspense>
            <SignInUnavailable onSettled={onSettled} />
          </Suspense>
        </QuietBoundary>
      )}
      {reason === 'cut-off' && <CutOff onSettled={onSettled} />}
    </SignInPage>
  )
}

const Refused = () => (
  <>
    <AlertArt kind="broken" />
    <h1>Sign-in did not work</h1>
    <p>
      The sign-in link was used already or is too old. It works once, for one minute, in the browser
      that signed in.
    </p>
    <SignInActions>
      <ButtonLink variant="primary" href={loginUrl()}>
        Sign in again
      </ButtonLink>
      {readSession() && <ButtonLink href={paths.home}>Open {APP_NAME}</ButtonLink>}
    </SignInActions>
  </>
)

function Unreachable({ onSettled }: { onSettled: (outcome: SignIn) => void }) {
  const [busy, setBusy] = useState(false)
  async function retry() {
    setBusy(true)
    onSettled(await trySignInAgain())
    setBusy(false)
  }
  return (
    <>
      <AlertArt kind="offline" />
      <h1>Sign-in could not finish</h1>
      <p>The server did not answer. Check the connection, then try again.</p>
      <SignInActions>
        <Button variant="primary" busy={busy} onClick={() => void retry()}>
          Try again
        </Button>
        <ButtonLink href={loginUrl()}>Sign in again</ButtonLink>
      </SignInActions>
    </>
  )
}

/** Shows that signing in needs a connection, because the login page is on the server. */
function CutOff({ onSettled }: { onSettled: (outcome: SignIn) => void }) {
  const [busy, setBusy] = useState(false)
  async function retry() {
    setBusy(true)
    onSettled(await startSession())
    setBusy(false)
  }
  const back = useEffectEvent(() => void retry())
  useEffect(() => {
    const online = () => back()
    addEventListener('online', online)
    // The connection may have come back before the listener was added.
    const missed = setTimeout(() => navigator.onLine && back(), 0)
    return () => {
      clearTimeout(missed)
      removeEventListener('online', online)
    }
  }, [])
  return (
    <>
      <AlertArt kind="offline" />
      <h1>Signing in needs a connection</h1>
      <p>You’re not signed in on this device, and the server does not answer.</p>
      <SignInActions>
        <Button variant="primary" busy={busy} onClick={() => void retry()}>
          Try again
        </Button>
      </SignInActions>
    </>
  )
}
