import type { Collection } from '#contract/collections.ts'
import { useOffline } from '#app/problems/problems.ts'
import { useEmptiness } from '#mirror/use-emptiness.ts'
import { useLinkRows, useListState } from '#mirror/use-mirror.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { CollectionLinks } from './collection-links.tsx'
import { LinksNotHere, TilesSkeleton } from './collections-states.tsx'

type BodyProps = { collection: Collection; ids: string[] | undefined; grow: () => void }

const NONE: string[] = []

/** `isCut`: the connection went before all links had come, so that what is missing will not come now. */
export function CollectionBody({ collection, ids, grow }: BodyProps) {
  const offline = useOffline()
  const live = !offline
  const isSmart = collection.type === 'smart'
  const emptiness = useEmptiness(isSmart ? 'links' : 'collections', {
    rows: ids?.length ?? 0,
    complete: ids !== undefined,
    offline,
    narrowed: true,
  })
  const isCut = useListState('links').syncedAt === null && !live
  const some = useLinkRows((isCut && ids) || NONE).some(Boolean)
  if (isCut && ids?.length !== 0 && !some) return <LinksNotHere />
  if (!ids || (ids.length === 0 && emptiness === 'loading')) return <TilesSkeleton />
  if (ids.length > 0)
    return <CollectionLinks collection={collection} ids={ids} live={live} isCut={isCut} />
  return isSmart ? (
    <EmptyState
      title="No links match the rule"
      text="They appear here as soon as some do."
      action={<Button onClick={grow}>Edit rule</Button>}
    />
  ) : (
    <EmptyState
      title="No links in here yet"
      text="Add some, then put them in order."
      action={
        <Button variant="primary" onClick={grow}>
          Add links
        </Button>
      }
    />
  )
}
