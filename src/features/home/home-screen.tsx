import { APP_NAME } from '#contract/product.ts'
import { Screen } from '#app/screen.tsx'
import { useOffline } from '#app/problems/problems.ts'
import { FirstLink, NoLinksShown } from '#features/links/links-states.tsx'
import { NewestLinks, NewestSkeleton } from '#features/links/newest-links.tsx'
import { useEmptiness } from '#mirror/use-emptiness.ts'
import { useLinkTotals } from '#mirror/use-link-totals.ts'
import { useLinkList } from '#mirror/use-mirror.ts'
import css from './home-screen.module.css'
import { PasteCard } from './paste-card.tsx'
import { TotalsCard } from './totals-card.tsx'

const NEWEST = 5

/** What is true today: make a link, the newest ones, and what they all have brought. */
export function HomeScreen() {
  const list = useLinkList({})
  const offline = useOffline()
  const live = !offline
  const rows = list?.ids.length ?? 0
  const emptiness = useEmptiness('links', { rows, complete: list?.complete === true, offline })
  const totals = useLinkTotals()
  // Nothing is added up from a copy that may lack everything.
  const known = rows > 0 ? totals : undefined
  return (
    <Screen title="Discover" heading={<HomeHeading />}>
      {rows === 0 && emptiness === 'none' ? (
        <FirstLink />
      ) : (
        <div className={css.home}>
          <PasteCard />
          {known ? <TotalsCard totals={known} live={live} /> : <div className={css.noTotals} />}
          <section className={css.newest} aria-labelledby="newest">
            <div className={css.heading}>
              <h2 id="newest">Newest links</h2>
              <a href="/splitlinks">All</a>
            </div>
            {list && rows > 0 ? (
              <NewestLinks ids={list.ids} count={NEWEST} live={live} />
            ) : (
              <NoLinksShown emptiness={emptiness} skeleton={<NewestSkeleton count={NEWEST} />} />
            )}
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
