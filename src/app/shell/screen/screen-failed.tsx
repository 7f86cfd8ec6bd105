import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useLayoutEffect } from 'react'
import { Button, ButtonLink } from '#ui/button.tsx'
import { isBrokenByTranslation } from '#ui/loading/broken-by-translation.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { paths } from '#paths.ts'
import { reload } from '../../worker/reload.ts'
import { Screen } from './screen.tsx'

/** History entries whose screen was rendered again after a page translator broke it. */
const redrawn = new Set<string>()

/**
 * Replaces a screen that could not be loaded or failed to render; the rest of the app stays. A screen
 * that a page translator broke is rendered again once, so the result of the last action is shown.
 */
export function ScreenFailed(props: ErrorComponentProps) {
  const { key = '' } = useRouter().state.location.state
  const isFirst = isBrokenByTranslation(props.error) && !redrawn.has(key)
  return isFirst ? <Redraw {...props} entry={key} /> : <Failed {...props} />
}

function Redraw({ error, reset, entry }: ErrorComponentProps & { entry: string }) {
  useLayoutEffect(() => {
    redrawn.add(entry)
    reportError(error)
    reset()
  }, [error, reset, entry])
  return null
}

function Failed({ error }: ErrorComponentProps) {
  const router = useRouter()
  // The error reporter listens to the browser's error event.
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
