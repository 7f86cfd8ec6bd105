import { useState } from 'react'
import { useOffline } from '#app/problems/problems.ts'
import { MAX_PAGE_LINKS, SEARCH_DEBOUNCE_MS } from '#contract/limits.ts'
import { linksText } from '#features/links/collections/collection-tile.tsx'
import { PickList } from '#features/links/collections/pick-list.tsx'
import { useEmptiness } from '#live/read/use-emptiness.ts'
import { useLinkList } from '#live/read/use-mirror.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { useDebounced } from '#ui/use-debounced.ts'
import css from './pick.module.css'
import { useSelectedIds } from './use-ticks.ts'

type PickLinksProps = { held: string[]; onAdd: (ids: string[]) => void; onClose: () => void }

/** Selects links of the user. They are added in the order of selection. */
export function PickLinks({ held, onAdd, onClose }: PickLinksProps) {
  const [q, setQ] = useState('')
  const [typed, setTyped] = useDebounced(q, SEARCH_DEBOUNCE_MS, setQ)
  const list = useLinkList({ q })
  const { chosen, toggle } = useSelectedIds(held, MAX_PAGE_LINKS)
  const emptiness = useEmptiness('links', {
    rows: list?.ids.length ?? 0,
    complete: list?.complete === true,
    offline: useOffline(),
    isFiltered: q !== '',
  })
  return (
    <Modal
      title="Add links"
      onClose={onClose}
      top={
        <div className={css.top}>
          <SearchField
            label="Search your links"
            value={typed}
            onChange={setTyped}
            onClear={() => setQ('')}
          />
        </div>
      }
      footer={
        <Button variant="primary" disabled={chosen.length === 0} onClick={() => onAdd(chosen)}>
          {chosen.length === 0 ? 'Select links to add' : `Add ${linksText(chosen.length)}`}
        </Button>
      }
    >
      <PickList
        ids={list?.ids}
        emptiness={emptiness}
        q={q}
        chosen={chosen}
        held={held}
        needsPicture={false}
        toggle={toggle}
      />
    </Modal>
  )
}
