import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { Collection } from '#contract/collections.ts'
import { useScrollMemory } from '#ui/window-list/use-scroll-memory.ts'
import { CollectionTile } from './collection-tile.tsx'
import { orderCollections } from './collections.ts'
import css from './collections-grid.module.css'
import { MoveHandle } from '#ui/order/move-handle.tsx'
import { explainOrderRefusal } from './refusal.ts'
import { RefusalAlert } from './refused.tsx'
import { useDrag } from '#ui/order/use-drag.ts'
import { useMoveMenu } from '#ui/order/use-move-menu.tsx'
import { useNearItems } from './use-near-items.ts'
import { useOrder } from '#ui/order/use-order.ts'

type GridProps = {
  rows: Collection[]
  name: string
  /** Whether all collections are shown, so that they can be reordered. */
  canReorder: boolean
  fetchMore: (() => void) | undefined
}

/** Shows collections in the creator's order, reordered by dragging, by keys and from a menu. */
export function CollectionsGrid({ rows, name, canReorder, fetchMore }: GridProps) {
  const key = `collections ${name}`
  const list = useRef<HTMLUListElement>(null)
  const ids = useMemo(() => rows.map(({ uuid }) => uuid), [rows])
  const known = useMemo(() => new Map(rows.map((row) => [row.uuid, row])), [rows])
  const [picked, setPicked] = useState<number>()
  const near = useNearItems(list, ids.length, picked)
  const order = useOrder({
    ids,
    list,
    reveal: near.reveal,
    save: orderCollections,
    explain: explainOrderRefusal,
  })
  const drag = useDrag('x', order.move, setPicked)
  const menu = useMoveMenu(order)
  useFetchMoreAtEnd(near.atEnd, fetchMore)
  useScrollMemory(key)
  const movable = canReorder && rows.length > 1
  return (
    <>
      <RefusalAlert text={order.error} />
      <div className={css.frame} style={{ minHeight: near.height }}>
        <ul
          ref={list}
          className={css.grid}
          style={{ paddingTop: near.above }}
          data-dragging={drag.active || undefined}
        >
          {order.ids.slice(near.from, near.to).map((uuid, index) => {
            const place = near.from + index
            const collection = known.get(uuid)
            return (
              collection && (
                <li
                  key={uuid}
                  className={css.tile}
                  aria-setsize={order.ids.length}
                  aria-posinset={place + 1}
                  data-held={uuid}
                  data-place={place}
                  {...drag.look(place)}
                >
                  <CollectionTile collection={collection} />
                  {movable && (
                    <MoveHandle
                      className={css.handle}
                      name={collection.name}
                      place={place}
                      total={order.ids.length}
                      drag={drag}
                      onMenu={(anchor) => menu.open({ name: collection.name, place, anchor })}
                      onKeyDown={order.keydown}
                    />
                  )}
                </li>
              )
            )
          })}
        </ul>
      </div>
      {menu.popup}
    </>
  )
}

/** Fetches the next page of search results from the server when the end of the list is near. */
function useFetchMoreAtEnd(atEnd: boolean, fetchMore: (() => void) | undefined) {
  const more = useEffectEvent(() => fetchMore?.())
  const canFetch = fetchMore !== undefined
  useEffect(() => {
    if (atEnd && canFetch) more()
  }, [atEnd, canFetch])
}
