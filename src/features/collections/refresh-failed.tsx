import { useOffline } from '#app/problems/problems.ts'
import { RefreshFailedLine } from '#app/problems/refresh-failed-line.tsx'
import { useNow } from '#app/problems/use-now.ts'
import { InDock } from '#app/status-dock.tsx'
import { useCollectionsState } from '#mirror/use-collections.ts'
import { useListState } from '#mirror/use-mirror.ts'

/** Only collections could not be refreshed; when links could not either, that is what is said. */
export function RefreshFailed() {
  const offline = useOffline()
  const list = useCollectionsState()
  const { error, syncedAt } = list
  const now = useNow(30_000)
  const links = useListState('links')
  if (offline || !error || syncedAt === null || links.error) return null
  return (
    <InDock>
      <RefreshFailedLine list={list} error={error} syncedAt={syncedAt} now={now} />
    </InDock>
  )
}
