import { StackPlusIcon } from '@phosphor-icons/react/StackPlus'
import { useLayoutFlags } from '#app/shell/layout.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import css from './collections-grid.module.css'

export function FirstCollection({ create }: { create: () => void }) {
  // The empty state has its own create button.
  useLayoutFlags({ fab: 'none' })
  return (
    <EmptyState
      mark
      title="Create your first collection"
      text="Group links in your own order, or let a rule add them for you."
      action={
        <Button variant="primary" size="lg" icon={StackPlusIcon} onClick={create}>
          New collection
        </Button>
      }
    />
  )
}

type NoMatchProps = { q: string; search: (q: string) => void; create: () => void }

export const NoMatch = ({ q, search, create }: NoMatchProps) => (
  <EmptyState
    title={`No collections match “${q}”`}
    text="Only names are searched."
    action={<Button onClick={() => search('')}>Show all</Button>}
    secondary={
      <Button variant="quiet" onClick={create}>
        New collection
      </Button>
    }
  />
)

/** Shows that the collection is on this device but its links are not. */
export const LinksNotHere = () => (
  <EmptyState
    title="Its links are not on this device yet"
    text="They will be here after one visit online."
  />
)

export const NoCollectionsHere = () => (
  <EmptyState
    title="This server has no collections"
    text="It is older than this app. Your links work as they did."
  />
)

const TILES = [70, 52, 64, 46]

export const TilesSkeleton = () => (
  <div className={css.grid} role="status" aria-label="Loading collections">
    {TILES.map((width) => (
      <div key={width} className={css.tile}>
        <Skeleton className={css.mosaicSkeleton} height="auto" radius="var(--radius-card)" />
        <Skeleton width={`${width}%`} height={13} />
        <Skeleton width="40%" height={11} />
      </div>
    ))}
  </div>
)
