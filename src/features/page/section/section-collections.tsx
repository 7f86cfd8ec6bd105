import type { Collection } from '#contract/collections.ts'
import { useCollections } from '#live/read/use-collections.ts'
import { itemsText } from './describe.ts'
import type { SectionItem } from './held-rows.tsx'
import { SectionPicks, type SectionPicksProps } from './section-picks.tsx'
import { PickCollections } from './pick-collections.tsx'
import { SmallMosaic } from './section-mosaic.tsx'

const NONE: Collection[] = []

/** Edits the collections of a section and their order. */
export function SectionCollections(props: SectionPicksProps) {
  const rows = useCollections()?.rows ?? NONE
  const known = new Map(rows.map((row) => [row.uuid, row]))
  const things = props.ids.reduce((sum, id) => sum + (known.get(id)?.link_count ?? 0), 0)
  return (
    <SectionPicks
      {...props}
      title="Collections"
      size={itemsText(things)}
      itemOf={(id) => itemOf(known.get(id))}
      addLabel="Add a collection"
      dialogName="add-collections"
      Picker={PickCollections}
    />
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
