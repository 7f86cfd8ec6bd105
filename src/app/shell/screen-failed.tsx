import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { paths } from '#paths.ts'
import { reload } from '../worker/reload.ts'
import { Screen } from './screen.tsx'

/** A screen that could not be loaded or broke while it was drawn: the rest of the app goes on. */
export function ScreenFailed({ error }: ErrorComponentProps) {
  const router = useRouter()
  // The browser's own way of reporting it, which the error reporter hears too.
  useEffect(() => reportError(error), [error])
  useEffect(() => {
    const again = () => void router.invalidate()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [router])
  return (
    <Screen title="This screen did not open" freshness="none">
      {navigator.onLine ? (
        <EmptyState
          title="Something in it failed"
          text="Reload to try again. What you saved is not lost."
          action={
            <Button variant="primary" onClick={reload}>
              Reload
            </Button>
          }
          secondary={
            <ButtonLink variant="quiet" href={paths.home}>
              Go to Discover
            </ButtonLink>
          }
        />
      ) : (
        <EmptyState
          title="It is not on this device yet"
          text="It opens when the connection is back."
        />
      )}
    </Screen>
  )
}
