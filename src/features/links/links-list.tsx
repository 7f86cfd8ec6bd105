import { useMemo } from 'react'
import type { LinkOrder } from '#contract/links.ts'
import { useLinkTimes } from '#mirror/use-link-totals.ts'
import { useWide } from '#ui/use-media.ts'
import { groupByDay, oneStretch } from './day-groups.ts'
import { DayRows } from './day-rows.tsx'
import { DayTable, TableHead } from './day-table.tsx'
import { useLinkActions } from './link-actions.ts'
import { layOut } from './list-layout.ts'
import css from './links-list.module.css'
import { useRowMenu } from './row-menu.tsx'
import { retryReading } from './retry-reading.ts'
import { useRem } from './use-rem.ts'
import { useStable } from './use-stable.ts'
import { useScrollMemory } from './use-scroll-memory.ts'
import { useWindowRows } from './use-window-rows.ts'

type LinksListProps = {
  ids: string[]
  ordering: LinkOrder
  live: boolean
  /** What this list is a list of: its place is remembered under this name. */
  name: string
  onOrder: (ordering: LinkOrder) => void
}

/** In rem, as in the style sheets. */
const PHONE = { row: 4.25, heading: 1.875 }
const DESK = { row: 3.375, heading: 2.25 }

/** The rows: only those near the window exist, however many links there are. */
export function LinksList({ ids, ordering, live, name, onOrder }: LinksListProps) {
  const wide = useWide('desk')
  const layout = useLayout(ids, ordering, wide)
  const { box, days, rows, height } = useWindowRows(ids, layout)
  const { share, edit } = useLinkActions()
  const menu = useRowMenu((uuid) => rows.get(uuid))
  useScrollMemory(name)

  const shared = {
    ids,
    rows,
    layout,
    live,
    onShare: useStable(share),
    onEdit: useStable(edit),
    onRetry: retryReading,
    onMenu: useStable(menu.openAt),
  }
  const Day = wide ? DayTable : DayRows
  const body = (
    <div ref={box} className={css.list} style={{ height }}>
      {days.map(({ day, indexes }) => (
        <Day key={day.key} day={day} indexes={indexes} {...shared} />
      ))}
    </div>
  )
  return (
    <div className={css.frame} {...menu.handlers}>
      {wide ? (
        <div role="table" aria-label="Links" aria-rowcount={layout.lines + 1}>
          <TableHead ordering={ordering} onOrder={onOrder} />
          {body}
        </div>
      ) : (
        body
      )}
      {menu.popup}
    </div>
  )
}

function useLayout(ids: string[], ordering: LinkOrder, wide: boolean) {
  const rem = useRem()
  const created = useLinkTimes(ids)
  const byDay = ordering === '-created'
  return useMemo(() => {
    const { row, heading } = wide ? DESK : PHONE
    const days = byDay ? groupByDay(created) : oneStretch(ids.length)
    return layOut(days, { row: row * rem, heading: heading * rem })
  }, [ids, created, byDay, wide, rem])
}
