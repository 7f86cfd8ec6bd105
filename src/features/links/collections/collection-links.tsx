import { useRef, useState } from 'react'
import type { Collection } from '#contract/collections.ts'
import { useOpenLink } from '#features/links/use-open-link.ts'
import { useScrollMemory } from '#ui/window-list/use-scroll-memory.ts'
import { useLinkRows } from '#live/read/use-mirror.ts'
import css from './collection-links.module.css'
import { orderLinks } from './collections.ts'
import { CollectionLinkCard, CollectionLinkRow } from './collection-link.tsx'
import { explainOrderRefusal } from './refusal.ts'
import { RefusalAlert } from './refused.tsx'
import { useDrag } from '#ui/order/use-drag.ts'
import { useHeldLinks } from './use-held-links.tsx'
import { useNearItems } from './use-near-items.ts'
import { useOrder } from '#ui/order/use-order.ts'

type CollectionLinksProps = {
  collection: Collection
  ids: string[]
  live: boolean
  isIncomplete: boolean
}

/**
 * Lists the links of a collection in order and in its layout. Links of a regular collection can be
 * moved.
 */
export function CollectionLinks({ collection, ids, live, isIncomplete }: CollectionLinksProps) {
  const { uuid, layout, type } = collection
  const list = useRef<HTMLUListElement>(null)
  const [picked, setPicked] = useState<number>()
  const near = useNearItems(list, ids.length, picked)
  const save = (wanted: string[], base: string[]) => orderLinks(uuid, wanted, base)
  const order = useOrder({
    ids,
    list,
    reveal: near.reveal,
    save,
    explain: explainOrderRefusal,
  })
  const shown = order.ids.slice(near.from, near.to)
  const rows = useLinkRows(shown)
  const { share } = useOpenLink()
  const linkActions = useHeldLinks(uuid, order)
  const drag = useDrag(layout === 'grid' ? 'x' : 'y', order.move, setPicked)
  useScrollMemory(uuid)

  const Item = layout === 'list' ? CollectionLinkRow : CollectionLinkCard
  return (
    <>
      <RefusalAlert text={order.error} />
      <div className={css.frame} style={{ minHeight: near.height }}>
        <ul
          ref={list}
          className={css.links}
          style={{ paddingTop: near.above }}
          data-layout={layout}
          data-dragging={drag.active || undefined}
        >
          {shown.map((id, index) => (
            <Item
              key={id}
              uuid={id}
              link={rows[index]}
              live={live}
              isIncomplete={isIncomplete}
              place={near.from + index}
              total={order.ids.length}
              onShare={share}
              {...(type === 'regular' && { edit: linkActions, drag })}
            />
          ))}
        </ul>
      </div>
      {linkActions.popup}
    </>
  )
}
