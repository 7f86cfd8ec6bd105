import type { ListState } from '#live/read/use-mirror.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

type NotLoadedProps = { what: string; list: Pick<ListState, 'error' | 'refreshing' | 'refresh'> }

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
  if (!error) return 'It needs a connection.'
  if (error.status === 'unknown') return 'The server did not answer.'
  if (error.isUnavailable) return 'The service is unavailable for now.'
  // An older server has no such list (offline 34).
  if (error.status === 404) return 'This server has none.'
  return 'Something went wrong on the server.'
}
