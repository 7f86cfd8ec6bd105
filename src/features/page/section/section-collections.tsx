import { PlusIcon } from '@phosphor-icons/react/Plus'
import type { useDialogParam } from '#app/dialog/use-dialog-param.ts'
import type { Collection } from '#contract/collections.ts'
import { useCollections } from '#live/read/use-collections.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { itemsText } from '../describe.ts'
import { SectionItems, type SectionItem } from './held-rows.tsx'
import { PickCollections } from './pick-collections.tsx'
import { SmallMosaic } from '../section-mosaic.tsx'
import css from './section-form.module.css'

type SectionCollectionsProps = {
  ids: string[]
  change: (ids: string[]) => void
  error: string | undefined
  dialog: ReturnType<typeof useDialogParam<'dialog'>>
}

const NONE: Collection[] = []

/** Edits the collections of a section and their order. */
export function SectionCollections({ ids, change, error, dialog }: SectionCollectionsProps) {
  const rows = useCollections()?.rows ?? NONE
  const known = new Map(rows.map((row) => [row.uuid, row]))
  const things = ids.reduce((sum, id) => sum + (known.get(id)?.link_count ?? 0), 0)
  return (
    <section aria-labelledby="section-collections">
      <div className={css.heading}>
        <h2 id="section-collections">Collections</h2>
        {ids.length > 0 && <span className={css.hint}>{itemsText(things)}</span>}
      </div>
      <SectionItems ids={ids} itemOf={(id) => itemOf(known.get(id))} change={change} />
      <div className={css.add}>
        <Button
          variant="line"
          block
          icon={PlusIcon}
          aria-haspopup="dialog"
          onClick={() => dialog.open('add-collections')}
        >
          Add a collection
        </Button>
        <FieldError text={error} />
      </div>
      {dialog.value === 'add-collections' && (
        <PickCollections
          held={ids}
          onClose={dialog.close}
          onAdd={(added) => {
            change([...ids, ...added])
            dialog.close()
          }}
        />
      )}
    </section>
  )
}

function itemOf(collection: Collection | undefined): SectionItem {
  if (!collection)
    return {
      name: 'Collection',
      meta: 'Not on this device yet',
      picture: <SmallMosaic pictures={[]} />,
    }
  const { name, link_count, thumbnail_url: own, links } = collection
  const pictures = own ? [own] : links.map(({ image_url }) => image_url)
  return { name, meta: itemsText(link_count), picture: <SmallMosaic pictures={pictures} /> }
}
