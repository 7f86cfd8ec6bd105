import { momentText } from '#app/problems/times.ts'
import { useOffline } from '#app/problems/problems.ts'
import { InDock } from '#app/status-dock.tsx'
import { useCollectionsState } from '#mirror/use-collections.ts'
import { useListState } from '#mirror/use-mirror.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'

/** Only collections could not be refreshed; when links could not either, that is what is said. */
export function RefreshFailed() {
  const offline = useOffline()
  const { error, syncedAt, refreshing, refresh, failedAt } = useCollectionsState()
  const links = useListState('links')
  if (offline || !error || syncedAt === null || links.error) return null
  return (
    <InDock>
      <Banner
        flush
        tone="danger"
        action={
          <Button variant="quiet" size="sm" busy={refreshing} onClick={() => void refresh()}>
            Try again
          </Button>
        }
      >
        <b>Couldn’t refresh.</b> These are from {momentText(syncedAt, failedAt ?? syncedAt)}.
      </Banner>
    </InDock>
  )
}
