import { CheckIcon } from '@phosphor-icons/react/Check'
import { ListState } from '#app/list-state.tsx'
import { count } from '#app/formats.ts'
import type { Collection } from '#contract/collections.ts'
import { MAX_PAGE_COLLECTIONS } from '#contract/limits.ts'
import { useCollectionPicks } from '#features/links/collections/use-search.ts'
import { useCollectionsState } from '#live/read/use-collections.ts'
import { collectionsPath } from '#paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Tag } from '#ui/chip.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { itemsText } from '../describe.ts'
import css from './pick.module.css'
import { SmallMosaic } from '../section-mosaic.tsx'
import { useSelectedIds } from './use-ticks.ts'

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
        empty={<NoneToPick q={q} />}
      >
        {(rows) => (
          <ul className={css.list}>
            {rows.map((row) => (
              <Pick
                key={row.uuid}
                collection={row}
                isHeld={held.includes(row.uuid)}
                isChosen={chosen.includes(row.uuid)}
                toggle={toggle}
              />
            ))}
          </ul>
        )}
      </ListState>
    </Modal>
  )
}

const NoneToPick = ({ q }: { q: string }) =>
  q === '' ? (
    <EmptyState
      title="No collections yet"
      text="Make one of your links first, then add it here."
      action={<ButtonLink href={collectionsPath}>Go to collections</ButtonLink>}
    />
  ) : (
    <EmptyState title={`No collections match “${q}”`} />
  )

type PickProps = {
  collection: Collection
  isHeld: boolean
  isChosen: boolean
  toggle: (uuid: string) => void
}

function Pick({ collection, isHeld, isChosen, toggle }: PickProps) {
  const { uuid, name, thumbnail_url: own, links, link_count } = collection
  return (
    <li>
      <label className={css.row} data-inside={isHeld || undefined}>
        <input
          type="checkbox"
          className={css.input}
          checked={isHeld || isChosen}
          disabled={isHeld}
          onChange={() => toggle(uuid)}
        />
        <SmallMosaic pictures={own ? [own] : links.map(({ image_url }) => image_url)} />
        <span className={css.main}>
          <span className={css.name}>{name}</span>
          <span className={css.meta}>{itemsText(link_count)}</span>
        </span>
        {isHeld ? (
          <Tag>Added</Tag>
        ) : (
          <span className={css.box} aria-hidden="true">
            <CheckIcon size={14} weight="bold" />
          </span>
        )}
      </label>
    </li>
  )
}
