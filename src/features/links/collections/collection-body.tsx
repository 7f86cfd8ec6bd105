import type { Collection } from '#contract/collections.ts'
import { ListState } from '#app/list-state.tsx'
import { useOffline } from '#app/problems/problems.ts'
import { useEmptiness } from '#live/read/use-emptiness.ts'
import { useLinkRows, useListState } from '#live/read/use-mirror.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { CollectionLinks } from './collection-links.tsx'
import { LinksNotHere, TilesSkeleton } from './collections-states.tsx'

type BodyProps = { collection: Collection; ids: string[] | undefined; grow: () => void }

const NONE: string[] = []

/**
 * Shows the links of a collection, or why there are none. `isCut` means offline before the first
 * import was complete, so missing links cannot load now.
 */
export function CollectionBody({ collection, ids, grow }: BodyProps) {
  const offline = useOffline()
  const live = !offline
  const isSmart = collection.type === 'smart'
  const emptiness = useEmptiness(isSmart ? 'links' : 'collections', {
    rows: ids?.length ?? 0,
    complete: ids !== undefined,
    offline,
    isFiltered: true,
  })
  const links = useListState('links')
  const isIncomplete = links.syncedAt === null && !live
  const hasLinks = useLinkRows((isIncomplete && ids) || NONE).some(Boolean)
  if (isIncomplete && ids?.length !== 0 && !hasLinks) return <LinksNotHere />
  return (
    <ListState
      what="links"
      rows={ids}
      emptiness={ids ? emptiness : 'loading'}
      list={links}
      loading={<TilesSkeleton />}
      empty={isSmart ? <NoMatchingLinks edit={grow} /> : <NoLinks add={grow} />}
    >
      {(ids) => (
        <CollectionLinks
          collection={collection}
          ids={ids}
          live={live}
          isIncomplete={isIncomplete}
        />
      )}
    </ListState>
  )
}

const NoMatchingLinks = ({ edit }: { edit: () => void }) => (
  <EmptyState
    title="No links match the rule"
    text="They appear here as soon as some do."
    action={<Button onClick={edit}>Edit rule</Button>}
  />
)

const NoLinks = ({ add }: { add: () => void }) => (
  <EmptyState
    title="No links in here yet"
    text="Add some, then put them in order."
    action={
      <Button variant="primary" onClick={add}>
        Add links
      </Button>
    }
  />
)
