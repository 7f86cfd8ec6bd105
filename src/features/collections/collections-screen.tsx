import { PlusIcon } from '@phosphor-icons/react/Plus'
import { StackPlusIcon } from '@phosphor-icons/react/StackPlus'
import { useSetAtom } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { fabOptionsAtom } from '#app/fab.tsx'
import { count } from '#app/formats.ts'
import { useOffline } from '#app/problems/problems.ts'
import { useShownCopy } from '#app/problems/shown-copy.ts'
import { Screen } from '#app/screen.tsx'
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts'
import { LIST_TABS, ListTabs } from '#features/links/list-tabs.tsx'
import { useDebounced } from '#features/links/use-debounced.ts'
import {
  useCollections,
  useCollectionsState,
  type CollectionListView,
} from '#mirror/use-collections.ts'
import { useEmptiness, type Emptiness } from '#mirror/use-emptiness.ts'
import { useRefreshing } from '#mirror/use-mirror.ts'
import { Button } from '#ui/button.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { TabPanel } from '#ui/tabs.tsx'
import { useWide } from '#ui/use-media.ts'
import { CollectionsGrid } from './collections-grid.tsx'
import css from './collections-screen.module.css'
import {
  FirstCollection,
  NoCollectionsHere,
  NoMatch,
  NoCollectionsShown,
  TilesSkeleton,
} from './collections-states.tsx'
import { NewCollection } from './new-collection.tsx'
import { RefreshFailed } from './refresh-failed.tsx'
import { useDialog } from './use-dialog.ts'
import { matching, useSearchText, useServerSearch } from './use-search.ts'

const DIALOGS = ['new'] as const

/** The other half of /splitlinks: every collection, of either kind. */
export function CollectionsScreen() {
  const [q, search] = useSearchText()
  const list = useCollections()
  const wide = useWide('desk')
  const dialog = useDialog(DIALOGS)
  const create = () => dialog.open('new')
  const fetchMore = useServerSearch(q)
  useFabOption(create)
  const { syncedAt } = useCollectionsState()
  useShownCopy(syncedAt)

  const rows = list?.rows.length ?? 0
  const emptiness = useEmptiness('collections', {
    rows,
    complete: list?.complete === true,
    offline: useOffline(),
  })
  const none = rows === 0 && emptiness === 'none'
  return (
    <Screen
      title="Collections"
      heading={<ListTabs selected="collections" />}
      actions={
        wide &&
        !none && (
          <Button size="md" icon={PlusIcon} onClick={create}>
            New collection
          </Button>
        )
      }
    >
      <TabPanel name={LIST_TABS} id="collections">
        <RefreshFailed />
        {none ? (
          <FirstCollection create={create} />
        ) : (
          <>
            <Search q={q} search={search} total={list?.complete && rows > 0 ? rows : undefined} />
            <Tiles {...{ q, search, list, emptiness, create, fetchMore }} />
          </>
        )}
      </TabPanel>
      {dialog.name === 'new' && <NewCollection onClose={dialog.close} />}
    </Screen>
  )
}

type SearchProps = { q: string; search: (q: string) => void; total: number | undefined }

function Search({ q, search, total }: SearchProps) {
  const [typed, setTyped] = useDebounced(q, SEARCH_DEBOUNCE_MS, search)
  const label =
    total === undefined || total === 1
      ? 'Search your collections'
      : `Search ${count(total)} collections`
  return (
    <div className={css.search}>
      <SearchField label={label} value={typed} onChange={setTyped} onClear={() => search('')} />
    </div>
  )
}

type TilesProps = Omit<SearchProps, 'total'> & {
  list: CollectionListView | undefined
  emptiness: Emptiness
  create: () => void
  fetchMore: (() => void) | undefined
}

/** Not loaded, failed, no match and tiles: answers that never look alike. */
function Tiles({ q, search, list, emptiness, create, fetchMore }: TilesProps) {
  const { error } = useRefreshing('collections', null)
  const found = matching(list?.rows ?? [], q)
  const match = useEmptiness('collections', {
    rows: found.length,
    complete: list?.complete === true,
    offline: useOffline(),
    narrowed: true,
  })
  if (!list && error?.status === 404) return <NoCollectionsHere />
  if (!list || list.rows.length === 0) return <NoCollectionsShown emptiness={emptiness} />
  if (found.length === 0 && match === 'loading') return <TilesSkeleton />
  if (found.length === 0) return <NoMatch q={q} search={search} create={create} />
  return <CollectionsGrid rows={found} name={q} ordered={q === ''} fetchMore={fetchMore} />
}

/** On a phone the floating button offers it beside a new link. */
function useFabOption(create: () => void) {
  const setOptions = useSetAtom(fabOptionsAtom)
  const chosen = useEffectEvent(create)
  useEffect(() => {
    setOptions([{ label: 'New collection', icon: StackPlusIcon, onSelect: () => chosen() }])
    return () => setOptions([])
  }, [setOptions])
}
