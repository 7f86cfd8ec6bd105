import { ListState } from '#app/list-state.tsx'
import { useOffline } from '#app/problems/problems.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import { isFiltered } from '#live/read/link-filter.ts'
import { useEmptiness, type Emptiness } from '#live/read/use-emptiness.ts'
import { useLinkTotals } from '#live/read/use-link-totals.ts'
import { useLinkList, useListState, type LinkListView } from '#live/read/use-mirror.ts'
import { TabPanel } from '#ui/tabs.tsx'
import { useWide } from '#ui/use-media.ts'
import { LinksControls } from '../filter/links-controls.tsx'
import { useForgetFirstRows } from './first-rows/keep-first-rows.ts'
import { LinksList } from './links-list.tsx'
import css from './links-screen.module.css'
import { FirstLink, NoFilterMatch, NoResults, NothingHidden } from './links-states.tsx'
import { Totals, TotalsSkeleton } from './links-totals.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { LIST_TABS, ListTabs } from './list-tabs.tsx'
import { useListView, type ListChange, type ListView } from '../filter/use-list-view.ts'

export function LinksScreen() {
  const [view, change] = useListView()
  const list = useLinkList(view)
  const totals = useLinkTotals()
  const offline = useOffline()
  const wide = useWide('desk')
  const searched = view.q !== '' || isFiltered(view.filter)
  const isUnfiltered = !searched && !view.hidden
  const rows = list?.ids.length ?? 0
  const name = view.hidden ? 'hiddenLinks' : 'links'
  const emptiness = useEmptiness(name, {
    rows,
    complete: list?.complete === true,
    offline,
    isFiltered: searched,
  })
  const isEmpty = isUnfiltered && rows === 0 && emptiness === 'none'
  useForgetFirstRows(isEmpty)
  if (isEmpty)
    return (
      <Screen title="Links" freshness="links" heading={<ListTabs selected="links" />}>
        <TabPanel name={LIST_TABS} id="links">
          <FirstLink />
        </TabPanel>
      </Screen>
    )

  // Show no counts and totals while the local copy may be empty only because it is incomplete.
  const isKnown = rows > 0 || emptiness === 'none' || list?.complete === false
  const found = isKnown ? list?.total : undefined
  const all = view.hidden || isFiltered(view.filter) ? undefined : totals?.links
  const isAwaited = rows > 0 || emptiness === 'loading'
  const totalsBox =
    isUnfiltered &&
    (isKnown && totals ? (
      <Totals totals={totals} live={!offline} />
    ) : (
      isAwaited && <TotalsSkeleton />
    ))
  return (
    <Screen
      title="Links"
      freshness={name}
      heading={<ListTabs selected="links" />}
      actions={wide && totalsBox}
    >
      <TabPanel name={LIST_TABS} id="links">
        <LinksControls
          view={view}
          change={change}
          total={view.q === '' ? found : all}
          found={found}
        />
        {!wide && <div className={css.sum}>{totalsBox}</div>}
        <Rows view={view} change={change} list={list} live={!offline} emptiness={emptiness} />
      </TabPanel>
    </Screen>
  )
}

type RowsProps = {
  view: ListView
  change: ListChange
  list: LinkListView | undefined
  live: boolean
  emptiness: Emptiness
}

function Rows({ view, change, list, live, emptiness }: RowsProps) {
  const wide = useWide('desk')
  const { q, hidden, ordering, filter } = view
  const name = `${ordering} ${hidden} ${JSON.stringify(filter)}`
  return (
    <ListState
      what="links"
      rows={list?.ids}
      emptiness={emptiness}
      list={useListState(hidden ? 'hiddenLinks' : 'links')}
      loading={<ListSkeleton wide={wide} />}
      empty={<NoneFound view={view} change={change} />}
    >
      {(ids) => (
        <LinksList
          key={name}
          name={`${name} ${q}`}
          ids={ids}
          hidden={hidden}
          ordering={ordering}
          live={live}
          complete={list?.complete === true}
          onOrder={(ordering) => change({ ordering })}
        />
      )}
    </ListState>
  )
}

/** Explains why the list is empty, and how to show links again. */
function NoneFound({ view, change }: { view: ListView; change: ListChange }) {
  if (isFiltered(view.filter)) return <NoFilterMatch view={view} change={change} />
  return view.q === '' && view.hidden ? (
    <NothingHidden change={change} />
  ) : (
    <NoResults view={view} change={change} />
  )
}
