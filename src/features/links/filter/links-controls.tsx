import { CaretDownIcon } from '@phosphor-icons/react/CaretDown'
import { SlidersHorizontalIcon } from '@phosphor-icons/react/SlidersHorizontal'
import { useAtom, useAtomValue } from 'jotai'
import { Suspense, useState } from 'react'
import { count } from '#app/formats.ts'
import { shortcutsAtom } from '#app/shortcuts/setting.ts'
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts'
import type { LinkOrder } from '#contract/search/link-order.ts'
import type { LinkFilter } from '#live/read/link-filter.ts'
import { afterFirstScreen } from '#live/start/first-screen.ts'
import { IconButton } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { lazyPart } from '#ui/loading/lazy-part.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { QuietBoundary } from '#ui/loading/quiet-boundary.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { useWide } from '#ui/use-media.ts'
import { FilterChip } from './filter-chip.tsx'
import css from './links-controls.module.css'
import { allowedOrders } from './orders.ts'
import { useDebounced } from '#ui/use-debounced.ts'
import { pickingAtom } from '../select/picking.ts'
import type { ListChange, ListView } from './use-list-view.ts'
import { usePrepareSearch } from './use-look-ahead.ts'

/** Loaded later, because the filter values are known only when all links have been read. */
const Filters = lazyPart(async () => {
  await afterFirstScreen()
  return (await import('./list-filters.tsx')).ListFilters
})

type ControlsProps = {
  view: ListView
  change: ListChange
  /** Number of links that are searched; undefined while unknown. */
  total: number | undefined
  /** Number of links in the list. */
  found: number | undefined
}

export function LinksControls({ view, change, total, found }: ControlsProps) {
  const [typed, setTyped] = useDebounced(view.q, SEARCH_DEBOUNCE_MS, (q) => change({ q }))
  usePrepareSearch({ ...view, q: typed })
  const [sheet, setSheet] = useState(false)
  const wide = useWide('desk')
  const keys = useAtomValue(shortcutsAtom)
  const what = `${view.hidden ? 'hidden ' : ''}${total === 1 ? 'link' : 'links'}`
  const label = total === undefined ? `Search your ${what}` : `Search ${count(total)} ${what}`
  const order = <Order ordering={view.ordering} choose={(ordering) => change({ ordering })} />
  const open = () => setSheet(true)
  return (
    <div className={`${css.controls} stack`}>
      <SearchField
        className={css.search}
        label={label}
        aria-keyshortcuts={keys ? '/' : undefined}
        value={typed}
        onChange={setTyped}
        onClear={() => change({ q: '' })}
        trailing={
          !wide && (
            <IconButton
              label="Sort and filter"
              icon={SlidersHorizontalIcon}
              aria-haspopup="dialog"
              onClick={open}
            />
          )
        }
      />
      <div className={css.chips} role="group" aria-label="Sort and filter">
        {!wide && order}
        {!wide && <SelectChip disabled={found === 0} />}
        <QuietBoundary>
          <Suspense fallback={wide ? <MenuPlaceholders filter={view.filter} /> : null}>
            <Filters {...{ view, change, found, sheet, setSheet }} />
          </Suspense>
        </QuietBoundary>
      </div>
      {wide && order}
    </div>
  )
}

/** Shows disabled menus of the final width while the filters load, so that nothing shifts. */
const MenuPlaceholders = ({ filter: { collection, tags } }: { filter: LinkFilter }) => (
  <>
    <FilterChip label="Collection" chosen={collection === '' ? [] : [collection]} disabled />
    <FilterChip label="Tag" chosen={tags} disabled />
  </>
)

/** Starts the selection mode. A long press does too, but is not visible. */
function SelectChip({ disabled }: { disabled: boolean }) {
  const [picking, setPicking] = useAtom(pickingAtom)
  return (
    <Chip pressed={picking} disabled={disabled} onClick={() => setPicking(!picking)}>
      Select
    </Chip>
  )
}

type OrderProps = { ordering: LinkOrder; choose: (ordering: LinkOrder) => void }

function Order({ ordering, choose }: OrderProps) {
  const orders = allowedOrders()
  const current = orders.find(({ value }) => value === ordering)?.label
  return (
    <Menu
      label="Sort by"
      items={orders.map(({ value, label }) => ({
        label,
        checked: value === ordering,
        onSelect: () => choose(value),
      }))}
      trigger={(props) => (
        <Chip className={css.order} aria-label={`Sort by: ${current}`} {...props}>
          <span>{current}</span>
          <CaretDownIcon size={13} weight="bold" aria-hidden />
        </Chip>
      )}
    />
  )
}
