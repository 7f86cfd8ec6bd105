import type { Collection } from '#contract/collections.ts'
import { useScrollMemory } from '#features/links/use-scroll-memory.ts'
import { CollectionTile } from './collection-tile.tsx'
import css from './collections-grid.module.css'
import { useGrowing } from './use-growing.ts'

type GridProps = { rows: Collection[]; name: string; fetchMore: (() => void) | undefined }

export function CollectionsGrid({ rows, name, fetchMore }: GridProps) {
  const key = `collections ${name}`
  const { limit, end } = useGrowing(key, rows.length, fetchMore)
  useScrollMemory(key)
  return (
    <>
      <ul className={css.grid}>
        {rows.slice(0, limit).map((collection) => (
          <CollectionTile key={collection.uuid} collection={collection} />
        ))}
      </ul>
      <div ref={end} />
    </>
  )
}
