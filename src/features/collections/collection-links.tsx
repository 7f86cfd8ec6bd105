import { useRef } from 'react'
import type { Collection } from '#contract/collections.ts'
import { useOpenLink } from '#features/links/use-open-link.ts'
import { useScrollMemory } from '#features/links/use-scroll-memory.ts'
import { useLinkRows } from '#mirror/use-mirror.ts'
import css from './collection-links.module.css'
import { orderLinks } from './collections.ts'
import { HeldCard, HeldRow } from './held-link.tsx'
import { Refused } from './refused.tsx'
import { useDrag } from './use-drag.ts'
import { useGrowing } from './use-growing.ts'
import { useHeldLinks } from './use-held-links.tsx'
import { useOrder } from './use-order.ts'

type CollectionLinksProps = { collection: Collection; ids: string[]; live: boolean }

/** The links in their order, as the layout has it; those of a regular collection can be moved. */
export function CollectionLinks({ collection, ids, live }: CollectionLinksProps) {
  const { uuid, layout, type } = collection
  const list = useRef<HTMLUListElement>(null)
  const order = useOrder({ ids, list, save: (wanted, base) => orderLinks(uuid, wanted, base) })
  const { limit, end } = useGrowing(uuid, ids.length)
  const shown = order.ids.slice(0, limit)
  const rows = useLinkRows(shown)
  const { share } = useOpenLink()
  const held = useHeldLinks(uuid, order)
  const drag = useDrag(layout === 'list' ? 'y' : layout === 'post' ? 'y' : 'x', order.move)
  useScrollMemory(uuid)

  const Item = layout === 'list' ? HeldRow : HeldCard
  return (
    <>
      <Refused text={order.error} />
      <ul
        ref={list}
        className={css.links}
        data-layout={layout}
        data-dragging={drag.active || undefined}
      >
        {shown.map((id, place) => (
          <Item
            key={id}
            uuid={id}
            link={rows[place]}
            live={live}
            place={place}
            total={order.ids.length}
            onShare={share}
            {...(type === 'regular' && { edit: held, drag })}
          />
        ))}
      </ul>
      <div ref={end} />
      {held.popup}
    </>
  )
}
