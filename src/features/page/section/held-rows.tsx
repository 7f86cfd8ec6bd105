import { XIcon } from '@phosphor-icons/react/X'
import { useRef, type ReactNode } from 'react'
import { IconButton } from '#ui/button.tsx'
import { MoveHandle } from '#ui/order/move-handle.tsx'
import { useDrag } from '#ui/order/use-drag.ts'
import { useMoveMenu } from '#ui/order/use-move-menu.tsx'
import { useOrder } from '#ui/order/use-order.ts'
import css from './sections.module.css'

/** Content of a row. An item that is not on this device has a generic name. */
export type SectionItem = { name: string; meta: string; picture: ReactNode }

type SectionItemsProps = {
  ids: string[]
  itemOf: (id: string, place: number) => SectionItem
  change: (ids: string[]) => void
}

const noReveal = () => undefined
const noPick = () => undefined
const noExplanation = () => undefined

/** Lists the items of a section to reorder or remove. Changes are saved with the form. */
export function SectionItems({ ids, itemOf, change }: SectionItemsProps) {
  const list = useRef<HTMLUListElement>(null)
  const order = useOrder({
    ids,
    list,
    reveal: noReveal,
    save: async (wanted) => change(wanted),
    explain: noExplanation,
  })
  const drag = useDrag('y', order.move, noPick)
  const menu = useMoveMenu(order)
  return (
    <>
      <ul ref={list} className={css.list} data-dragging={drag.active || undefined}>
        {order.ids.map((id, place) => {
          const { name, meta, picture } = itemOf(id, place)
          return (
            <li
              key={id}
              className={css.row}
              data-compact
              data-held={id}
              data-place={place}
              {...drag.look(place)}
            >
              {ids.length > 1 ? (
                <MoveHandle
                  className={css.handle}
                  name={name}
                  place={place}
                  total={ids.length}
                  drag={drag}
                  onMenu={(anchor) => menu.open({ name, place, anchor })}
                  onKeyDown={order.keydown}
                />
              ) : (
                <span className={css.still} />
              )}
              {picture}
              <div className={css.text}>
                <span className={css.title}>{name}</span>
                <p className={`${css.meta} hint`}>{meta}</p>
              </div>
              <IconButton
                className={css.more}
                label={`Take ${name} out`}
                icon={XIcon}
                onClick={() => change(order.ids.filter((one) => one !== id))}
              />
            </li>
          )
        })}
      </ul>
      {menu.popup}
    </>
  )
}
