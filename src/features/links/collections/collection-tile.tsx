import { memo } from 'react'
import { count } from '#app/formats.ts'
import type { Collection } from '#contract/collections.ts'
import { WaitingBadge } from '#features/links/list/row/waiting-parts.tsx'
import { needsDecision, type LocalCollection, type WaitingState } from '#mirror/outbox/waiting.ts'
import { useCollectionPreview } from '#live/read/use-collections.ts'
import { Tag } from '#ui/chip.tsx'
import { paths } from '#paths.ts'
import css from './collections-grid.module.css'
import { Mosaic } from './cover/mosaic.tsx'

const WAITING_TEXTS: Record<WaitingState, string> = {
  new: 'Created when you’re online',
  edit: 'Edit waiting to sync',
  refused: 'Not saved',
  conflict: 'Changed elsewhere',
}

/** Returns for example "12 links" or "1 link". */
export const linksText = (links: number) => `${count(links)} ${links === 1 ? 'link' : 'links'}`

/**
 * Shows the content of a tile. The whole tile is a link, and its accessible name is the
 * collection's name.
 */
export const CollectionTile = memo(function CollectionTile({
  collection,
}: {
  collection: Collection
}) {
  const { name, uuid, type, thumbnail_url: own } = collection
  const { waiting }: LocalCollection = collection
  const { count: links, pictures } = useCollectionPreview(collection)
  return (
    <>
      <Mosaic pictures={own ? [own] : pictures} />
      <a className={`${css.open} covering`} href={paths.collection(uuid)} data-waiting={waiting}>
        {name}
      </a>
      {waiting && (
        <span className={css.badge}>
          <WaitingBadge waiting={waiting} />
        </span>
      )}
      <p className={`${css.meta} hint`}>
        <span className="num">{linksText(links)}</span>
        {type === 'smart' && <Tag>Smart</Tag>}
        {waiting && (
          <span data-problem={needsDecision(waiting) && waiting !== 'new'}>
            {WAITING_TEXTS[waiting]}
          </span>
        )}
      </p>
    </>
  )
})
