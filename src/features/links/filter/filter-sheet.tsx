import type { LinkOrder } from '#contract/search/link-order.ts'
import { shownHost } from '#contract/text/hosts.ts'
import { isFiltered, NO_FILTER, type Facets, type LinkFilter } from '#live/read/link-filter.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/fields/field.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import { Segmented } from '#ui/fields/segmented.tsx'
import css from './filter-sheet.module.css'
import { FilterTags } from './filter-tags.tsx'
import { linksText } from '../numbers.tsx'
import { allowedOrders } from './orders.ts'
import type { ListChange, ListView } from './use-list-view.ts'

const NETWORK = [
  { value: '', label: 'All' },
  { value: 'in', label: 'In network' },
  { value: 'out', label: 'Not' },
] as const
const SHOWN = [
  { value: 'shown', label: 'Shown' },
  { value: 'hidden', label: 'Hidden' },
] as const

type FilterSheetProps = {
  view: ListView
  change: ListChange
  facets: Facets
  found: number | undefined
  onClose: () => void
}

/** Shows all filters; the list behind updates with each change. */
export function FilterSheet({ view, change, facets, found, onClose }: FilterSheetProps) {
  const { filter, hidden, ordering } = view
  const narrow = (part: Partial<LinkFilter>) => change({ filter: { ...filter, ...part } })
  return (
    <Modal
      title="Sort and filter"
      onClose={onClose}
      footer={
        <>
          {isFiltered(filter) && (
            <Button size="lg" onClick={() => change({ filter: NO_FILTER })}>
              Clear filters
            </Button>
          )}
          <Button size="lg" variant="primary" onClick={onClose}>
            {found === undefined ? 'Show links' : `Show ${linksText(found)}`}
          </Button>
        </>
      }
    >
      <div className={`${css.fields} stack`}>
        <SelectField
          name="ordering"
          label="Sort by"
          options={allowedOrders()}
          value={ordering}
          onChange={({ target }) => change({ ordering: target.value as LinkOrder })}
        />
        <SelectField
          name="collection"
          label="Collection"
          options={optionsOf('Any collection', facets.collections, filter.collection)}
          value={filter.collection}
          onChange={({ target }) => narrow({ collection: target.value })}
        />
        <FilterTags tags={facets.tags} chosen={filter.tags} choose={(tags) => narrow({ tags })} />
        <SelectField
          name="domain"
          label="Domain"
          options={optionsOf('Any domain', facets.domains, filter.domain)}
          value={filter.domain}
          onChange={({ target }) => narrow({ domain: target.value })}
        />
        <div className={`${css.field} stack`}>
          <h3 className={css.label}>Network</h3>
          <Segmented
            label="Network"
            options={NETWORK}
            value={filter.network}
            onChange={(network) => narrow({ network })}
          />
        </div>
        <div className={`${css.field} stack`}>
          <h3 className={css.label}>In your lists</h3>
          <Segmented
            label="In your lists"
            options={SHOWN}
            value={hidden ? 'hidden' : 'shown'}
            onChange={(value) => change({ hidden: value === 'hidden' })}
          />
        </div>
      </div>
    </Modal>
  )
}

/** Returns the options of a filter, including the selected one if no link has it any more. */
function optionsOf(none: string, options: Facets['domains'], chosen: string) {
  const known = chosen === '' || options.some(({ name }) => name === chosen)
  return [
    { value: '', label: none },
    ...(known ? [] : [{ value: chosen, label: shownHost(chosen) }]),
    ...options.map(({ name, count }) => ({ value: name, label: `${shownHost(name)} (${count})` })),
  ]
}
