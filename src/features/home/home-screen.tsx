import { APP_NAME } from '#contract/product.ts'
import { Screen } from '#app/screen.tsx'
import { useOffline } from '#app/problems/problems.ts'
import { FirstLink, NothingSaved } from '#features/links/links-states.tsx'
import { NewestLinks, NewestSkeleton } from '#features/links/newest-links.tsx'
import { useLinkTotals } from '#mirror/use-link-totals.ts'
import { useLinkList, type LinkListView } from '#mirror/use-mirror.ts'
import css from './home-screen.module.css'
import { PasteCard } from './paste-card.tsx'
import { TotalsCard } from './totals-card.tsx'

const NEWEST = 5

/** What is true today: make a link, the newest ones, and what they all have brought. */
export function HomeScreen() {
  const list = useLinkList({})
  const totals = useLinkTotals()
  const live = !useOffline()
  return (
    <Screen title="Discover" heading={<HomeHeading />}>
      {list?.complete && list.ids.length === 0 ? (
        <FirstLink />
      ) : (
        <div className={css.home}>
          <PasteCard />
          {totals ? <TotalsCard totals={totals} live={live} /> : <div className={css.noTotals} />}
          <section className={css.newest} aria-labelledby="newest">
            <div className={css.heading}>
              <h2 id="newest">Newest links</h2>
              <a href="/splitlinks">All</a>
            </div>
            <Newest list={list} live={live} />
          </section>
        </div>
      )}
    </Screen>
  )
}

/** A phone shows the name of the app in its place; the page is called Discover all the same. */
const HomeHeading = () => (
  <>
    <h1 className="vh">Discover</h1>
    <span className={css.word} aria-hidden="true">
      {APP_NAME}
    </span>
  </>
)

function Newest({ list, live }: { list: LinkListView | undefined; live: boolean }) {
  if (list && list.ids.length > 0) return <NewestLinks ids={list.ids} count={NEWEST} live={live} />
  return live ? <NewestSkeleton count={NEWEST} /> : <NothingSaved />
}
