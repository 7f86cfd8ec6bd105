import { PlusIcon } from '@phosphor-icons/react/Plus'
import { StackPlusIcon } from '@phosphor-icons/react/StackPlus'
import { useSetAtom } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { fabOptionsAtom } from '#app/shell/fab.tsx'
import { count } from '#app/formats.ts'
import { useDialogParam } from '#app/dialog/use-dialog-param.ts'
import { ListState } from '#app/list-state.tsx'
import { useOffline } from '#app/problems/problems.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts'
import { LIST_TABS, ListTabs } from '#features/links/list/list-tabs.tsx'
import { useDebounced } from '#ui/use-debounced.ts'
import {
  useCollections,
  useCollectionsState,
  type CollectionListView,
} from '#live/read/use-collections.ts'
import { useEmptiness, type Emptiness } from '#live/read/use-emptiness.ts'
import type { ListState as Refreshed } from '#live/read/use-mirror.ts'
import { Button } from '#ui/button.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { TabPanel } from '#ui/tabs.tsx'
import { useWide } from '#ui/use-media.ts'
import { CollectionsGrid } from './collections-grid.tsx'
import css from './collections-screen.module.css'
import {
  FirstCollection,
  NoCollectionsHere,
  NoMatch,
  TilesSkeleton,
} from './collections-states.tsx'
import { NewCollection } from './new-collection.tsx'
import { matchingCollections, useSearchText, useServerSearch } from './use-search.ts'

/** Lists all collections, on the second tab of /splitlinks. */
export function CollectionsScreen() {
  const [q, search] = useSearchText()
  const list = useCollections()
  const wide = useWide('desk')
  const dialog = useDialogParam('dialog')
  const create = () => dialog.open('new')
  const fetchMore = useServerSearch(q)
  useFabOption(create)
  const state = useCollectionsState()

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
      freshness={{ ...state, partly: true }}
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
        {none ? (
          <FirstCollection create={create} />
        ) : (
          <>
            <Search q={q} search={search} total={list?.complete && rows > 0 ? rows : undefined} />
            <Tiles {...{ q, search, list, emptiness, create, fetchMore, state }} />
          </>
        )}
      </TabPanel>
      {dialog.value === 'new' && <NewCollection onClose={dialog.close} />}
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
  state: Refreshed
}

/**
 * Shows the matching collections, or why there are none. A server before collections answers 404.
 */
function Tiles({ q, search, list, emptiness, create, fetchMore, state }: TilesProps) {
  const found = matchingCollections(list?.rows ?? [], q)
  const match = useEmptiness('collections', {
    rows: found.length,
    complete: list?.complete === true,
    offline: useOffline(),
    isFiltered: true,
  })
  if (!list && state.error?.status === 404) return <NoCollectionsHere />
  const hasRows = list !== undefined && list.rows.length > 0
  return (
    <ListState
      what="collections"
      rows={found}
      // If the search finds nothing, the list itself is complete, so only the search has no result.
      emptiness={hasRows ? (match === 'loading' ? 'loading' : 'none') : emptiness}
      list={state}
      loading={<TilesSkeleton />}
      empty={<NoMatch q={q} search={search} create={create} />}
    >
      {(rows) => (
        <CollectionsGrid rows={rows} name={q} canReorder={q === ''} fetchMore={fetchMore} />
      )}
    </ListState>
  )
}

/** Adds "New collection" to the floating button on phones. */
function useFabOption(create: () => void) {
  const setOptions = useSetAtom(fabOptionsAtom)
  const chosen = useEffectEvent(create)
  useEffect(() => {
    setOptions([{ label: 'New collection', icon: StackPlusIcon, onSelect: () => chosen() }])
    return () => setOptions([])
  }, [setOptions])
}
