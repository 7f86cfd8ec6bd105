import type { Collection } from '#contract/collections.ts'
import { useOffline } from '#app/problems/problems.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { CollectionLinks } from './collection-links.tsx'
import { TilesSkeleton } from './collections-states.tsx'

type BodyProps = { collection: Collection; ids: string[] | undefined; grow: () => void }

export function CollectionBody({ collection, ids, grow }: BodyProps) {
  const live = !useOffline()
  if (!ids) return <TilesSkeleton />
  if (ids.length > 0) return <CollectionLinks collection={collection} ids={ids} live={live} />
  return collection.type === 'smart' ? (
    <EmptyState
      title="No links fit the rule"
      text="They show up here by themselves as soon as some do."
      action={<Button onClick={grow}>Edit rule</Button>}
    />
  ) : (
    <EmptyState
      title="No links in here yet"
      text="Add the ones that belong together, then put them in your order."
      action={
        <Button variant="primary" onClick={grow}>
          Add links
        </Button>
      }
    />
  )
}
