import { useOffline } from '#app/problems/problems.ts'
import { Screen } from '#app/screen.tsx'
import { isFiltered } from '#mirror/link-filter.ts'
import { useEmptiness, type Emptiness } from '#mirror/use-emptiness.ts'
import { useLinkTotals } from '#mirror/use-link-totals.ts'
import { useLinkList, type LinkListView } from '#mirror/use-mirror.ts'
import { TabPanel } from '#ui/tabs.tsx'
import { useWide } from '#ui/use-media.ts'
import { LinksControls } from './links-controls.tsx'
import { LinksList } from './links-list.tsx'
import css from './links-screen.module.css'
import { FirstLink, NoFit, NoLinksShown, NoResults, NothingHidden } from './links-states.tsx'
import { Totals, TotalsSkeleton } from './links-totals.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { LIST_TABS, ListTabs } from './list-tabs.tsx'
import { useListView, type ListChange, type ListView } from './use-list-view.ts'

export function LinksScreen() {
  const [view, change] = useListView()
  const list = useLinkList(view)
  const totals = useLinkTotals()
  const offline = useOffline()
  const wide = useWide('desk')
  const searched = view.q !== '' || isFiltered(view.filter)
  const whole = !searched && !view.hidden
  const rows = list?.ids.length ?? 0
  const emptiness = useEmptiness(view.hidden ? 'hiddenLinks' : 'links', {
    rows,
    complete: list?.complete === true,
    offline,
    narrowed: searched,
  })
  if (whole && rows === 0 && emptiness === 'none')
    return (
      <Screen title="Links" heading={<ListTabs selected="links" />}>
        <TabPanel name={LIST_TABS} id="links">
          <FirstLink />
        </TabPanel>
      </Screen>
    )

  // Nothing is counted or added up in a copy that may lack everything.
  const isKnown = rows > 0 || emptiness === 'none' || list?.complete === false
  const found = isKnown ? list?.total : undefined
  const all = view.hidden || isFiltered(view.filter) ? undefined : totals?.links
  const isAwaited = rows > 0 || emptiness === 'loading'
  const sum =
    whole &&
    (isKnown && totals ? (
      <Totals totals={totals} live={!offline} />
    ) : (
      isAwaited && <TotalsSkeleton />
    ))
  return (
    <Screen title="Links" heading={<ListTabs selected="links" />} actions={wide && sum}>
      <TabPanel name={LIST_TABS} id="links">
        <LinksControls
          view={view}
          change={change}
          total={view.q === '' ? found : all}
          found={found}
        />
        {!wide && <div className={css.sum}>{sum}</div>}
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

/** Not loaded, failed, empty and rows: answers that never look alike. */
function Rows({ view, change, list, live, emptiness }: RowsProps) {
  const wide = useWide('desk')
  const { q, hidden, ordering, filter } = view
  const name = `${ordering} ${hidden} ${JSON.stringify(filter)}`
  if (list && list.ids.length > 0)
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
  if (emptiness !== 'none')
    return (
      <NoLinksShown
        list={hidden ? 'hiddenLinks' : 'links'}
        emptiness={emptiness}
        skeleton={<ListSkeleton wide={wide} />}
      />
    )
  if (isFiltered(filter)) return <NoFit view={view} change={change} />
  return q === '' && hidden ? (
    <NothingHidden change={change} />
  ) : (
    <NoResults view={view} change={change} />
  )
}
