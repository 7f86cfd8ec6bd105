import { useOffline } from '#app/problems/problems.ts'
import { Screen } from '#app/screen.tsx'
import { isFiltered } from '#mirror/link-filter.ts'
import { useLinkTotals } from '#mirror/use-link-totals.ts'
import { useLinkList, type LinkListView } from '#mirror/use-mirror.ts'
import { TabPanel } from '#ui/tabs.tsx'
import { useWide } from '#ui/use-media.ts'
import { LinksControls } from './links-controls.tsx'
import { LinksList } from './links-list.tsx'
import css from './links-screen.module.css'
import { FirstLink, NoFit, NoResults, NothingHidden, NothingSaved } from './links-states.tsx'
import { Totals, TotalsSkeleton } from './links-totals.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { LIST_TABS, ListTabs } from './list-tabs.tsx'
import { useListView, type ListChange, type ListView } from './use-list-view.ts'

export function LinksScreen() {
  const [view, change] = useListView()
  const list = useLinkList(view)
  const totals = useLinkTotals()
  const live = !useOffline()
  const wide = useWide('desk')
  const narrowed = view.hidden || isFiltered(view.filter)
  const whole = view.q === '' && !narrowed
  if (whole && list?.complete && list.ids.length === 0)
    return (
      <Screen title="Links" heading={<ListTabs selected="links" />}>
        <TabPanel name={LIST_TABS} id="links">
          <FirstLink />
        </TabPanel>
      </Screen>
    )

  const sum = whole && (totals ? <Totals totals={totals} live={live} /> : <TotalsSkeleton />)
  const searched = view.q === '' ? list?.total : narrowed ? undefined : totals?.links
  return (
    <Screen title="Links" heading={<ListTabs selected="links" />} actions={wide && sum}>
      <TabPanel name={LIST_TABS} id="links">
        <LinksControls view={view} change={change} total={searched} found={list?.total} />
        {!wide && <div className={css.sum}>{sum}</div>}
        <Rows view={view} change={change} list={list} live={live} />
      </TabPanel>
    </Screen>
  )
}

type RowsProps = {
  view: ListView
  change: ListChange
  list: LinkListView | undefined
  live: boolean
}

/** Not loaded, empty and rows: three answers that never look alike. */
function Rows({ view, change, list, live }: RowsProps) {
  const wide = useWide('desk')
  const { q, hidden, ordering, filter } = view
  const name = `${ordering} ${hidden} ${JSON.stringify(filter)}`
  if (!list || (list.ids.length === 0 && !list.complete))
    return live ? <ListSkeleton wide={wide} /> : <NothingSaved />
  if (list.ids.length > 0)
    return (
      <LinksList
        key={name}
        name={`${name} ${q}`}
        ids={list.ids}
        hidden={hidden}
        ordering={ordering}
        live={live}
        onOrder={(ordering) => change({ ordering })}
      />
    )
  if (isFiltered(filter)) return <NoFit view={view} change={change} />
  return q === '' && hidden ? (
    <NothingHidden change={change} />
  ) : (
    <NoResults view={view} change={change} />
  )
}
