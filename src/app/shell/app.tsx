import { RouterProvider, type AnyRouter } from '@tanstack/react-router'
import { Provider, type createStore } from 'jotai'
import { StrictMode, Suspense, useState } from 'react'
import { lazyPart } from '#ui/loading/lazy-part.tsx'
import type { SignIn } from '../session/sign-in.ts'
import { SignInFailed } from '../session/sign-in-failed.tsx'

type AppProps = {
  store: ReturnType<typeof createStore>
  router: AnyRouter
  outcome: SignIn
  /** Called when a sign-in that had failed succeeds. */
  onSignedIn: () => void
}

const TakeOver = lazyPart(async () => (await import('../session/take-over.tsx')).TakeOver)

/** Shows the app, or why the sign-in failed. */
export function App({ store, router, outcome: first, onSignedIn }: AppProps) {
  const [outcome, setOutcome] = useState(first)
  function settle(next: SignIn) {
    if (next === 'signed-in') onSignedIn()
    setOutcome(next)
  }
  return (
    <StrictMode>
      <Provider store={store}>
        {outcome === 'signed-in' && <RouterProvider router={router} />}
        {outcome === 'asked' && (
          <Suspense>
            <TakeOver onSettled={settle} />
          </Suspense>
        )}
        {outcome !== 'signed-in' && outcome !== 'leaving' && outcome !== 'asked' && (
          <SignInFailed reason={outcome} onSettled={settle} />
        )}
      </Provider>
    </StrictMode>
  )
}
