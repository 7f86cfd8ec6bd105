import { CaretDownIcon } from '@phosphor-icons/react/CaretDown'
import { count } from '#app/formats.ts'
import type { LinkOrder } from '#contract/links.ts'
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts'
import { Chip } from '#ui/chip.tsx'
import { Menu } from '#ui/menu.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { useWide } from '#ui/use-media.ts'
import css from './links-controls.module.css'
import { useDebounced } from './use-debounced.ts'
import type { ListView } from './use-list-view.ts'

const ORDERS: { value: LinkOrder; label: string }[] = [
  { value: '-created', label: 'Newest' },
  { value: 'name', label: 'Name' },
  { value: '-lifetime_clicks', label: 'Most clicks' },
  { value: '-lifetime_commissions', label: 'Most earned' },
]

type ControlsProps = {
  view: ListView
  change: (next: Partial<ListView>) => void
  /** How many links the search goes through; undefined while that is not known. */
  total: number | undefined
}

export function LinksControls({ view, change, total }: ControlsProps) {
  const [typed, setTyped] = useDebounced(view.q, SEARCH_DEBOUNCE_MS, (q) => change({ q }))
  const wide = useWide('desk')
  const what = view.hidden ? 'hidden links' : 'links'
  const label = total === undefined ? `Search your ${what}` : `Search ${count(total)} ${what}`
  const order = <Order ordering={view.ordering} choose={(ordering) => change({ ordering })} />
  return (
    <div className={css.controls}>
      <SearchField
        className={css.search}
        label={label}
        value={typed}
        onChange={setTyped}
        onClear={() => change({ q: '' })}
      />
      <div className={css.chips} role="group" aria-label="Sort and filter">
        {!wide && order}
        <Chip pressed={view.hidden} onClick={() => change({ hidden: !view.hidden })}>
          Hidden
        </Chip>
        {wide && order}
      </div>
    </div>
  )
}

type OrderProps = { ordering: LinkOrder; choose: (ordering: LinkOrder) => void }

function Order({ ordering, choose }: OrderProps) {
  const current = ORDERS.find(({ value }) => value === ordering)?.label
  return (
    <Menu
      label="Sort by"
      items={ORDERS.map(({ value, label }) => ({
        label,
        checked: value === ordering,
        onSelect: () => choose(value),
      }))}
      trigger={(props) => (
        <Chip className={css.order} aria-label={`Sort by: ${current}`} {...props}>
          {current}
          <CaretDownIcon size={13} weight="bold" aria-hidden />
        </Chip>
      )}
    />
  )
}
