import type { Collection } from '#contract/collections.ts'
import { WHOLE_FORM } from '#app/form/form-errors.ts'
import { count } from '#app/formats.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import pick from '../pick/pick.module.css'
import { useLinkPicks } from '../pick/use-link-picks.ts'
import css from './collection-form.module.css'
import { linksText } from './collection-tile.tsx'
import { addLinks } from './collections.ts'
import { PickList } from '../pick/pick-list.tsx'
import { RefusalAlert } from './refused.tsx'
import { useCollectionForm } from './use-collection-form.ts'

const NONE = { uuids: [] as string[] }

type AddLinksProps = { collection: Collection; onClose: () => void; onAdded: (n: number) => void }

/** Selects links of the user to add to a collection, at the end and in the order of selection. */
export function AddLinks({ collection, onClose, onAdded }: AddLinksProps) {
  const { q, list, emptiness, field } = useLinkPicks()
  const isKnown = list && (list.total > 0 || emptiness === 'none')
  const includedIds = collection.link_uuids ?? []
  const isNew = (uuid: string) => !includedIds.includes(uuid)
  const form = useCollectionForm({
    draft: `add-collection-links-${collection.uuid}`,
    initial: NONE,
    read: ({ uuids }) => ({ sent: uuids.filter(isNew) }),
    save: async (uuids) => {
      await addLinks(collection.uuid, uuids)
      return uuids.length
    },
    onSaved: onAdded,
    action: 'add the links',
    onClose,
  })
  const chosen = form.values.uuids.filter(isNew)

  function toggle(uuid: string) {
    const rest = chosen.filter((one) => one !== uuid)
    form.change({ uuids: rest.length === chosen.length ? [...chosen, uuid] : rest })
  }

  return (
    <Modal
      title={`Add links to ${collection.name}`}
      onClose={form.leave}
      dirty={chosen.length > 0}
      top={
        <div className={pick.top}>
          <SearchField
            label={isKnown ? `Search ${linksText(list.total)}` : 'Search your links'}
            {...field}
          />
        </div>
      }
      footer={
        <>
          <Button
            variant="primary"
            busy={form.busy}
            disabled={chosen.length === 0}
            onClick={() => void form.submit()}
          >
            {chosen.length === 0 ? 'Select links to add' : `Add ${linksText(chosen.length)}`}
          </Button>
        </>
      }
    >
      <div className={css.above}>
        <RefusalAlert text={form.errors['uuids'] ?? form.errors[WHOLE_FORM]} />
      </div>
      <PickList
        ids={list?.ids}
        emptiness={emptiness}
        q={q}
        chosen={chosen}
        held={includedIds}
        needsPicture={collection.layout === 'post'}
        toggle={toggle}
      />
      <p className="vh" role="status">
        {`${count(chosen.length)} selected`}
      </p>
    </Modal>
  )
}
