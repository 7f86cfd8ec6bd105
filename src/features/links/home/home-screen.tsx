import { useAtomValue } from 'jotai'
import { Suspense } from 'react'
import { APP_NAME } from '#contract/app-constants.ts'
import { hasTasksAtom } from '#app/facts/facts.ts'
import { ListState } from '#app/list-state.tsx'
import { Screen } from '#app/shell/screen/screen.tsx'
import { useOffline } from '#app/problems/problems.ts'
import { FirstLink } from '#features/links/list/links-states.tsx'
import { NewestLinks, NewestSkeleton } from '#features/links/list/newest-links.tsx'
import { useEmptiness } from '#live/read/use-emptiness.ts'
import { afterFirstScreen } from '#live/start/first-screen.ts'
import { useLinkTotals } from '#live/read/use-link-totals.ts'
import { useLinkList, useListState } from '#live/read/use-mirror.ts'
import { paths } from '#paths.ts'
import { lazyPart } from '#ui/loading/lazy-part.tsx'
import { QuietBoundary } from '#ui/loading/quiet-boundary.tsx'
import css from './home-screen.module.css'
import { PasteCard } from './paste-card.tsx'
import { TotalsCard } from './totals-card.tsx'

const NEWEST_COUNT = 5

/** Content below the user's own links, loaded after them. */
const DiscoverBlocks = lazyPart(async () => {
  await afterFirstScreen()
  return (await import('#features/partners/discover/discover-blocks.tsx')).DiscoverBlocks
})

/** Open tasks, loaded after the user's own links and only if there are any. */
const HomeTasks = lazyPart(async () => {
  await afterFirstScreen()
  return (await import('#features/people/onboarding/home-tasks.tsx')).HomeTasks
})

/** Shows the field for a new link, the newest links and the totals of all links. */
export function HomeScreen() {
  const list = useLinkList({})
  const state = useListState('links')
  const offline = useOffline()
  const live = !offline
  const rows = list?.ids.length ?? 0
  const emptiness = useEmptiness('links', { rows, complete: list?.complete === true, offline })
  // Content below the list would move when the placeholders of its rows are replaced.
  const isListKnown = rows > 0 || emptiness !== 'loading'
  const totals = useLinkTotals()
  const hasTasks = useAtomValue(hasTasksAtom)
  // Show no totals while the local copy has no rows.
  const known = rows > 0 ? totals : undefined
  return (
    <Screen title="Discover" freshness="links" heading={<HomeHeading />}>
      {rows === 0 && emptiness === 'none' ? (
        <FirstLink />
      ) : (
        <div className={css.home}>
          <PasteCard />
          {known ? <TotalsCard totals={known} live={live} /> : <div className={css.noTotals} />}
          <section className={css.newest} aria-labelledby="newest">
            <div className={css.heading}>
              <h2 id="newest">Newest links</h2>
              <a href={paths.links}>All</a>
            </div>
            <ListState
              what="links"
              rows={list?.ids}
              emptiness={emptiness}
              list={state}
              loading={<NewestSkeleton count={NEWEST_COUNT} />}
              empty={null}
            >
              {(ids) => <NewestLinks ids={ids} count={NEWEST_COUNT} live={live} />}
            </ListState>
          </section>
        </div>
      )}
      {isListKnown && hasTasks && (
        <QuietBoundary>
          <Suspense>
            <HomeTasks />
          </Suspense>
        </QuietBoundary>
      )}
      {isListKnown && (
        <QuietBoundary>
          <Suspense>
            <DiscoverBlocks />
          </Suspense>
        </QuietBoundary>
      )}
    </Screen>
  )
}

/** Shows the app name as the heading on phones; for screen readers the heading is Discover. */
const HomeHeading = () => (
  <>
    <h1 className="vh">Discover</h1>
    <span className={css.word} aria-hidden="true">
      {APP_NAME}
    </span>
  </>
)
