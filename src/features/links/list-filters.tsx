import { SlidersHorizontalIcon } from '@phosphor-icons/react/SlidersHorizontal'
import { XIcon } from '@phosphor-icons/react/X'
import { isFiltered, NO_FILTER, type Facets, type LinkFilter } from '#mirror/link-filter.ts'
import { useFacets } from '#mirror/use-facets.ts'
import { Chip } from '#ui/chip.tsx'
import { useWide } from '#ui/use-media.ts'
import { FilterMenu } from './filter-menu.tsx'
import { FilterSheet } from './filter-sheet.tsx'
import type { ListChange, ListView } from './use-list-view.ts'

/** Collections to filter by at once; all others are in the sheet. */
const OFFERED = 6

const NETWORK_LABELS = { in: 'In network', out: 'Not in network' }

type FiltersProps = {
  view: ListView
  change: ListChange
  found: number | undefined
  /** Whether the sheet with all of them is open. */
  sheet: boolean
  setSheet: (open: boolean) => void
}

/** Chips that narrow the list; they are in the URL, and answered on this device. */
export function ListFilters({ view, change, found, sheet, setSheet }: FiltersProps) {
  const wide = useWide('desk')
  const facets = useFacets(view.hidden ? 'hiddenLinks' : 'links')
  const { filter } = view
  const narrow = (part: Partial<LinkFilter>) => change({ filter: { ...filter, ...part } })
  const open = () => setSheet(true)
  const shared = { filter, facets, narrow }
  return (
    <>
      {wide ? <MenuChips {...shared} open={open} /> : <ChosenNames {...shared} />}
      {filter.domain !== '' && (
        <Active label={filter.domain} remove={() => narrow({ domain: '' })} />
      )}
      {filter.network !== '' && (
        <Active label={NETWORK_LABELS[filter.network]} remove={() => narrow({ network: '' })} />
      )}
      {wide && (
        <Chip icon={SlidersHorizontalIcon} aria-haspopup="dialog" onClick={open}>
          Filters
        </Chip>
      )}
      {isFiltered(filter) && (
        <Chip icon={XIcon} onClick={() => change({ filter: NO_FILTER })}>
          Clear filters
        </Chip>
      )}
      {!wide && <OfferedChips {...shared} />}
      {sheet && (
        <FilterSheet {...{ view, change, facets, found }} onClose={() => setSheet(false)} />
      )}
    </>
  )
}

type ChipsProps = {
  filter: LinkFilter
  facets: Facets
  narrow: (part: Partial<LinkFilter>) => void
}

/** On a phone what is chosen comes first, so that it is in sight. */
function ChosenNames({ filter: { collection, tags }, narrow }: ChipsProps) {
  return (
    <>
      {collection !== '' && <Active label={collection} remove={() => narrow({ collection: '' })} />}
      {tags.map((tag) => (
        <Active
          key={tag}
          label={tag}
          remove={() => narrow({ tags: tags.filter((one) => one !== tag) })}
        />
      ))}
    </>
  )
}

/** On a phone: the collections with the most links. */
const OfferedChips = ({ filter, facets, narrow }: ChipsProps) =>
  facets.collections
    .filter(({ name }) => name !== filter.collection)
    .slice(0, OFFERED)
    .map(({ name, count }) => (
      <Chip key={name} count={count} onClick={() => narrow({ collection: name })}>
        {name}
      </Chip>
    ))

function MenuChips({ filter, facets, narrow, open }: ChipsProps & { open: () => void }) {
  const { collection, tags } = filter
  return (
    <>
      <FilterMenu
        label="Collection"
        none="Any collection"
        options={facets.collections}
        chosen={collection === '' ? [] : [collection]}
        choose={([name = '']) => narrow({ collection: name })}
        more={open}
      />
      <FilterMenu
        label="Tag"
        none="Any tag"
        several
        options={facets.tags}
        chosen={tags}
        choose={(names) => narrow({ tags: names })}
        more={open}
      />
    </>
  )
}

const Active = ({ label, remove }: { label: string; remove: () => void }) => (
  <Chip pressed onClick={remove}>
    {label}
  </Chip>
)
