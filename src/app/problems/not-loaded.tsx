import type { ListState } from '#live/read/use-mirror.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

type NotLoadedProps = { what: string; list: Pick<ListState, 'error' | 'refreshing' | 'refresh'> }

/** Shows that rows could not be loaded and that this device has no copy. */
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
  // An older server does not have this list.
  if (error.status === 404) return 'This server has none.'
  return 'Something went wrong on the server.'
}
