import { useMemo } from 'react'
import type { LinkOrder } from '#contract/search/link-order.ts'
import { linksIndex } from '#live/mirror.ts'
import { useLinkTimes } from '#live/read/use-link-totals.ts'
import { useWide } from '#ui/use-media.ts'
import { groupByDay, singleGroup } from './day-groups.ts'
import { TableHead } from './day-table.tsx'
import { computeLayout } from '#ui/window-list/list-layout.ts'
import css from './links-list.module.css'
import { BulkBar, LazyBoundary } from './list-parts.tsx'
import { NearLinks } from './near-links.tsx'
import { useRowMenu } from './row/row-menu.tsx'
import { retryReading } from '../retry-reading.ts'
import { useOpenLink } from '../use-open-link.ts'
import { useRem } from '#ui/use-rem.ts'
import { useRowSelection } from '../select/use-row-selection.ts'
import { useBulkDialog } from '../select/use-bulk-dialog.ts'
import { useSelection } from '../select/use-selection.ts'
import { useStable } from '#ui/use-stable.ts'
import { useScrollMemory } from '#ui/window-list/use-scroll-memory.ts'

type LinksListProps = {
  ids: string[]
  /** Whether the list shows hidden links. */
  hidden: boolean
  ordering: LinkOrder
  live: boolean
  /** Whether all links are on this device. */
  complete: boolean
  /** Name under which the scroll position is remembered. */
  name: string
  onOrder: (ordering: LinkOrder) => void
}

/** Heights in rem, equal to those in the style sheets. */
const PHONE = { row: 4.25, heading: 1.875 }
const DESK = { row: 3.375, heading: 2.25 }

/** Shows the list of links. Only rows near the window are rendered. */
export function LinksList(props: LinksListProps) {
  const { ids, hidden, ordering, live, complete, name, onOrder } = props
  const wide = useWide('desk')
  const layout = useLayout(ids, ordering, wide)
  const { share, edit } = useOpenLink()
  const selection = useSelection(ids)
  const { chosen, active, toggle } = selection
  const dialog = useBulkDialog(chosen.length)
  const menu = useRowMenu(rowOf, { onSelect: toggle, selecting: active })
  const picking = useRowSelection(selection, wide)
  useScrollMemory(name)

  const body = (
    <NearLinks
      wide={wide}
      ids={ids}
      layout={layout}
      live={live}
      onShare={useStable(share)}
      onEdit={useStable(edit)}
      onRetry={retryReading}
      onMenu={useStable(menu.openAt)}
      onSelect={useStable(toggle)}
      isSelected={selection.has}
      selecting={active}
    />
  )
  return (
    <div
      className={css.frame}
      data-selecting={active || undefined}
      {...menu.handlers}
      onMouseDown={picking.onMouseDown}
      onClickCapture={(event) => {
        if (!menu.handlers.onClickCapture(event)) picking.onClickCapture(event)
      }}
    >
      {wide ? (
        <div className={css.table} role="table" aria-label="Links" aria-rowcount={layout.lines + 1}>
          <TableHead
            ordering={ordering}
            onOrder={onOrder}
            selected={chosen.length === 0 ? 'none' : chosen.length < ids.length ? 'some' : 'all'}
            onSelectAll={chosen.length === ids.length ? selection.clear : selection.all}
          />
          {body}
        </div>
      ) : (
        body
      )}
      {menu.popup}
      {selection.wasStarted && (
        <LazyBoundary>
          <BulkBar {...{ selection, dialog, hidden }} all={{ count: ids.length, complete }} />
        </LazyBoundary>
      )}
    </div>
  )
}

const rowOf = (uuid: string) => linksIndex().rows.get(uuid) ?? undefined

function useLayout(ids: string[], ordering: LinkOrder, wide: boolean) {
  const rem = useRem()
  const created = useLinkTimes(ids)
  const byDay = ordering === '-created'
  return useMemo(() => {
    const { row, heading } = wide ? DESK : PHONE
    const days = byDay ? groupByDay(created) : singleGroup(ids.length)
    return computeLayout(days, { row: row * rem, heading: heading * rem })
  }, [ids, created, byDay, wide, rem])
}
