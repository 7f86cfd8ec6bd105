import { ListState } from '#app/list-state.tsx'
import { count } from '#app/formats.ts'
import { MAX_PAGE_COLLECTIONS } from '#contract/limits.ts'
import { useCollectionPicks } from '#features/links/collections/use-search.ts'
import { useCollectionsState } from '#live/read/use-collections.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { itemsText } from './describe.ts'
import { NoCollections } from '#features/links/pick/no-collections.tsx'
import { PickRow } from '#features/links/pick/pick-row.tsx'
import css from '#features/links/pick/pick.module.css'
import { SmallMosaic } from './section-mosaic.tsx'
import { useSelectedIds } from './use-selected-ids.ts'

type PickCollectionsProps = {
  held: string[]
  onAdd: (ids: string[]) => void
  onClose: () => void
}

/** Selects collections of the user. They are added in the order of selection. */
export function PickCollections({ held, onAdd, onClose }: PickCollectionsProps) {
  const { q, search, found, emptiness } = useCollectionPicks()
  const { chosen, toggle } = useSelectedIds(held, MAX_PAGE_COLLECTIONS)
  return (
    <Modal
      title="Add a collection"
      onClose={onClose}
      top={
        <div className={css.top}>
          <SearchField label="Search your collections" value={q} onChange={search} />
        </div>
      }
      footer={
        <Button variant="primary" disabled={chosen.length === 0} onClick={() => onAdd(chosen)}>
          {chosen.length === 0
            ? 'Select collections to add'
            : `Add ${count(chosen.length)} ${chosen.length === 1 ? 'collection' : 'collections'}`}
        </Button>
      }
    >
      <ListState
        what="collections"
        rows={found}
        emptiness={emptiness}
        list={useCollectionsState()}
        loading={<Skeleton height={56} />}
        empty={<NoCollections q={q} text="Make one of your links first, then add it here." />}
      >
        {(rows) => (
          <ul className={css.list}>
            {rows.map(({ uuid, name, thumbnail_url: own, links, link_count }) => (
              <li key={uuid}>
                <PickRow
                  title={name}
                  detail={itemsText(link_count)}
                  picture={
                    <SmallMosaic pictures={own ? [own] : links.map(({ image_url }) => image_url)} />
                  }
                  isHeld={held.includes(uuid)}
                  isChosen={chosen.includes(uuid)}
                  toggle={() => toggle(uuid)}
                />
              </li>
            ))}
          </ul>
        )}
      </ListState>
    </Modal>
  )
}
