import { MAX_PAGE_LINKS } from '#contract/limits.ts'
import { linksText } from '#features/links/collections/collection-tile.tsx'
import { PickList } from '#features/links/pick/pick-list.tsx'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import css from '#features/links/pick/pick.module.css'
import { useLinkPicks } from '#features/links/pick/use-link-picks.ts'
import { useSelectedIds } from './use-selected-ids.ts'

type PickLinksProps = { held: string[]; onAdd: (ids: string[]) => void; onClose: () => void }

/** Selects links of the user. They are added in the order of selection. */
export function PickLinks({ held, onAdd, onClose }: PickLinksProps) {
  const { q, list, emptiness, field } = useLinkPicks()
  const { chosen, toggle } = useSelectedIds(held, MAX_PAGE_LINKS)
  return (
    <Modal
      title="Add links"
      onClose={onClose}
      top={
        <div className={css.top}>
          <SearchField label="Search your links" {...field} />
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
