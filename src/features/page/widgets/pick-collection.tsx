import { CheckIcon } from '@phosphor-icons/react/Check'
import { ListState } from '#app/list-state.tsx'
import type { Collection } from '#contract/collections.ts'
import { Mosaic } from '#features/links/collections/cover/mosaic.tsx'
import { useCollectionPicks } from '#features/links/collections/use-search.ts'
import { linksText } from '#features/links/numbers.tsx'
import { useCollectionsState } from '#live/read/use-collections.ts'
import { SearchField } from '#ui/fields/search-field.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { NoCollections } from '#features/links/pick/no-collections.tsx'
import css from './pick-collection.module.css'

type PickCollectionProps = { chosen: string; choose: (uuid: string) => void }

/** Lists the user's collections. Pressing one selects it and returns to the form. */
export function PickCollection({ chosen, choose }: PickCollectionProps) {
  const { q, search, found, emptiness } = useCollectionPicks({ isSecondary: true })
  return (
    <div className={`${css.pick} stack`}>
      <SearchField label="Search your collections" value={q} onChange={search} />
      <ListState
        what="collections"
        rows={found}
        emptiness={emptiness}
        list={useCollectionsState()}
        loading={<Skeleton height={56} />}
        empty={<NoCollections q={q} text="A widget shows one. Make a collection first." />}
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
        <span className={`${css.meta} hint`}>{linksText(link_count)}</span>
      </span>
      {isChosen && <CheckIcon size={18} weight="bold" aria-hidden />}
    </button>
  )
}
