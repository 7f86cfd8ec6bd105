import { shownHost } from '#contract/text/hosts.ts'
import { SlidersHorizontalIcon } from '@phosphor-icons/react/SlidersHorizontal'
import { XIcon } from '@phosphor-icons/react/X'
import { isFiltered, NO_FILTER, type Facets, type LinkFilter } from '#live/read/link-filter.ts'
import { useFacets } from '#live/read/use-facets.ts'
import { useLinkTotals } from '#live/read/use-link-totals.ts'
import { Chip } from '#ui/chip.tsx'
import { useWide } from '#ui/use-media.ts'
import { FilterMenu } from './filter-menu.tsx'
import { FilterSheet } from './filter-sheet.tsx'
import { ListMenu } from './list-menu.tsx'
import type { ListChange, ListView } from './use-list-view.ts'

/** Number of collections offered as chips; all others are in the sheet. */
const MAX_OFFERED = 6

const NETWORK_LABELS = { in: 'In network', out: 'Not in network' }

type FiltersProps = {
  view: ListView
  change: ListChange
  found: number | undefined
  /** Whether the sheet with all filters is open. */
  sheet: boolean
  setSheet: (open: boolean) => void
}

/** Shows chips that filter the list. The filters are in the URL and applied on this device. */
export function ListFilters({ view, change, found, sheet, setSheet }: FiltersProps) {
  const wide = useWide('desk')
  // Show optional chips when all values are known, so that no chip moves another.
  const known = useLinkTotals() !== undefined
  const facets = useFacets(view.hidden ? 'hiddenLinks' : 'links')
  const { filter } = view
  const narrow = (part: Partial<LinkFilter>) => change({ filter: { ...filter, ...part } })
  const open = () => setSheet(true)
  const shared = { filter, facets, narrow }
  const hidden = (
    <Chip key="hidden" pressed={view.hidden} onClick={() => change({ hidden: !view.hidden })}>
      Hidden
    </Chip>
  )
  const clear = isFiltered(filter) && (
    <Chip key="clear" icon={XIcon} onClick={() => change({ filter: NO_FILTER })}>
      Clear filters
    </Chip>
  )
  const others = Number(filter.domain !== '') + Number(filter.network !== '')
  return (
    <>
      {wide ? (
        <>
          <MenuChips {...shared} open={open} />
          {hidden}
          <Chip
            icon={SlidersHorizontalIcon}
            aria-haspopup="dialog"
            data-on={others > 0 || undefined}
            count={others || undefined}
            onClick={open}
          >
            Filters
          </Chip>
          {clear}
          <ListMenu />
        </>
      ) : (
        // Keyed, so that the pressed chip keeps the focus when its position changes.
        [
          view.hidden && hidden,
          <ChosenChips key="chosen" {...shared} />,
          clear,
          known && <OfferedChips key="offered" {...shared} />,
          known && !view.hidden && hidden,
          known && <ListMenu key="menu" />,
        ]
      )}
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

/** Shows active filters first on phones, so that they are visible. */
function ChosenChips({ filter, narrow }: ChipsProps) {
  const { collection, tags, domain, network } = filter
  return (
    <>
      {collection !== '' && (
        <ActiveChip label={collection} remove={() => narrow({ collection: '' })} />
      )}
      {tags.map((tag) => (
        <ActiveChip
          key={tag}
          label={tag}
          remove={() => narrow({ tags: tags.filter((one) => one !== tag) })}
        />
      ))}
      {domain !== '' && (
        <ActiveChip label={shownHost(domain)} remove={() => narrow({ domain: '' })} />
      )}
      {network !== '' && (
        <ActiveChip label={NETWORK_LABELS[network]} remove={() => narrow({ network: '' })} />
      )}
    </>
  )
}

/** Offers the collections with the most links, on phones. */
const OfferedChips = ({ filter, facets, narrow }: ChipsProps) =>
  facets.collections
    .filter(({ name }) => name !== filter.collection)
    .slice(0, MAX_OFFERED)
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

const ActiveChip = ({ label, remove }: { label: string; remove: () => void }) => (
  <Chip pressed onClick={remove}>
    {label}
  </Chip>
)
