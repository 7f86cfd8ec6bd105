import { CheckIcon } from '@phosphor-icons/react/Check'
import { useState } from 'react'
import { count } from '#app/formats.ts'
import { ListState } from '#app/list-state.tsx'
import { useOffline } from '#app/problems/problems.ts'
import type { Collection } from '#contract/collections.ts'
import { Mosaic } from '#features/collections/mosaic.tsx'
import { matching } from '#features/collections/use-search.ts'
import { useCollections, useCollectionsState } from '#live/read/use-collections.ts'
import { useEmptiness } from '#live/read/use-emptiness.ts'
import { collectionsPath } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import css from './pick-collection.module.css'

type PickCollectionProps = { chosen: string; choose: (uuid: string) => void }

/** One of one's own collections; a tap chooses it and leads back. */
export function PickCollection({ chosen, choose }: PickCollectionProps) {
  const [q, search] = useState('')
  const list = useCollections({ aside: true })
  const found = matching(list?.rows ?? [], q)
  const emptiness = useEmptiness('collections', {
    rows: found.length,
    complete: list?.complete === true,
    offline: useOffline(),
    narrowed: q !== '',
  })
  return (
    <div className={css.pick}>
      <SearchField label="Search your collections" value={q} onChange={search} />
      <ListState
        what="collections"
        rows={found}
        emptiness={emptiness}
        list={useCollectionsState()}
        loading={<Skeleton height={56} />}
        empty={<NoneToPick q={q} />}
      >
        {(rows) => (
          <ul className={css.list}>
            {rows.map((row) => (
              <li key={row.uuid}>
                <Row collection={row} isChosen={row.uuid === chosen} choose={choose} />
              </li>
            ))}
          </ul>
        )}
      </ListState>
    </div>
  )
}

const NoneToPick = ({ q }: { q: string }) =>
  q === '' ? (
    <EmptyState
      title="No collections yet"
      text="A widget shows one. Make a collection first."
      action={<ButtonLink href={collectionsPath}>Go to collections</ButtonLink>}
    />
  ) : (
    <EmptyState title={`No collections match “${q}”`} />
  )

type RowProps = { collection: Collection; isChosen: boolean; choose: (uuid: string) => void }

function Row({ collection, isChosen, choose }: RowProps) {
  const { uuid, name, thumbnail_url: own, links, link_count } = collection
  return (
    <button type="button" className={css.row} aria-pressed={isChosen} onClick={() => choose(uuid)}>
      <span className={css.picture}>
        <Mosaic pictures={own ? [own] : links.map(({ image_url }) => image_url)} />
      </span>
      <span className={css.main}>
        <span className={css.name} dir="auto">
          {name}
        </span>
        <span className={css.meta}>
          {count(link_count)} {link_count === 1 ? 'link' : 'links'}
        </span>
      </span>
      {isChosen && <CheckIcon size={18} weight="bold" aria-hidden />}
    </button>
  )
}
