import type { ListState } from '#mirror/use-mirror.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

type NotLoadedProps = { what: string; list: ListState }

/** In place of rows that could not be had, where this device has none to show meanwhile. */
export const NotLoaded = ({ what, list: { error, refreshing, refresh } }: NotLoadedProps) => (
  <EmptyState
    title={`Couldn’t load your ${what}`}
    text={reasonText(error)}
    action={
      <Button busy={refreshing} onClick={() => void refresh()}>
        Try again
      </Button>
    }
  />
)

function reasonText(error: ListState['error']): string {
  if (error?.status === 'unknown') return 'The server did not answer.'
  if (error?.isUnavailable) return 'The service is unavailable for now.'
  return 'Something went wrong on the server.'
}
