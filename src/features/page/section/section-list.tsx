import { useMemo, useRef } from 'react'
import { orderSections } from '#api/page/pages.ts'
import type { Section } from '#contract/page/pages.ts'
import { RefusalAlert } from '#features/links/collections/refused.tsx'
import { quiet } from '#http/client.ts'
import { useDrag } from '#ui/order/use-drag.ts'
import { useMoveMenu } from '#ui/order/use-move-menu.tsx'
import { useOrder } from '#ui/order/use-order.ts'
import type { SectionsAnswer } from '../page.ts'
import { SectionRow } from './section-row.tsx'
import css from './sections.module.css'
import { useSectionActions } from './use-section-actions.ts'
import { explainRefusal, type Saves } from '../use-saves.ts'

type SectionListProps = { rows: Section[]; sections: SectionsAnswer; saves: Saves }

/** Does nothing: every row is rendered, so no row has to be scrolled into view first. */
const noReveal = () => undefined
const noPick = () => undefined

/**
 * Lists the sections, reordered by dragging, by keys on the handle or from a menu. Each change is
 * saved at once.
 */
export function SectionList({ rows, sections, saves }: SectionListProps) {
  const list = useRef<HTMLUListElement>(null)
  const ids = useMemo(() => rows.map(({ id }) => String(id)), [rows])
  const known = new Map(rows.map((row) => [String(row.id), row]))

  async function save(newOrder: string[]) {
    await saves.track(() => orderSections(newOrder.map(Number), quiet))
    sections.set(newOrder.flatMap((id) => known.get(id) ?? []))
  }

  const order = useOrder({
    ids,
    list,
    reveal: noReveal,
    save,
    explain: (error) => explainRefusal(error, 'save the order'),
  })
  const drag = useDrag('y', order.move, noPick)
  const menu = useMoveMenu(order)
  const actions = useSectionActions(sections, saves)
  return (
    <>
      <div className={css.refusal}>
        <RefusalAlert text={order.error} />
      </div>
      <ul ref={list} className={css.list} data-dragging={drag.active || undefined}>
        {order.ids.map((id, place) => {
          const section = known.get(id)
          return (
            section && (
              <SectionRow
                key={id}
                section={section}
                place={place}
                order={order}
                drag={drag}
                actions={actions}
                openMove={menu.open}
              />
            )
          )
        })}
      </ul>
      {menu.popup}
    </>
  )
}
