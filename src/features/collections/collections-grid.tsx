import { useMemo, useRef } from 'react'
import type { Collection } from '#contract/collections.ts'
import { useScrollMemory } from '#features/links/use-scroll-memory.ts'
import { CollectionTile } from './collection-tile.tsx'
import { orderCollections } from './collections.ts'
import css from './collections-grid.module.css'
import { MoveHandle } from './move-handle.tsx'
import { Refused } from './refused.tsx'
import { useDrag } from './use-drag.ts'
import { useGrowing } from './use-growing.ts'
import { useMoveMenu } from './use-move-menu.tsx'
import { useOrder } from './use-order.ts'

type GridProps = {
  rows: Collection[]
  name: string
  /** All collections are shown, so that they can be put in order. */
  ordered: boolean
  fetchMore: (() => void) | undefined
}

/** The collections in the creator's order, which can be changed by drag, by keys and from a menu. */
export function CollectionsGrid({ rows, name, ordered, fetchMore }: GridProps) {
  const key = `collections ${name}`
  const list = useRef<HTMLUListElement>(null)
  const ids = useMemo(() => rows.map(({ uuid }) => uuid), [rows])
  const known = useMemo(() => new Map(rows.map((row) => [row.uuid, row])), [rows])
  const order = useOrder({ ids, list, save: orderCollections })
  const drag = useDrag('x', order.move)
  const menu = useMoveMenu(order)
  const { limit, end } = useGrowing(key, rows.length, fetchMore)
  useScrollMemory(key)
  const movable = ordered && rows.length > 1
  return (
    <>
      <Refused text={order.error} />
      <ul ref={list} className={css.grid} data-dragging={drag.active || undefined}>
        {order.ids.slice(0, limit).map((uuid, place) => {
          const collection = known.get(uuid)
          return (
            collection && (
              <li
                key={uuid}
                className={css.tile}
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
      <div ref={end} />
      {menu.popup}
    </>
  )
}
