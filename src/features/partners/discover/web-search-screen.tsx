import { useNavigate, useSearch } from '@tanstack/react-router'
import { AnswerList } from '#app/answer-list.tsx'
import { Screen } from '#app/shell/screen/screen.tsx'
import { ShowMore } from '#features/partners/brands/show-more.tsx'
import { paths } from '#paths.ts'
import { Banner } from '#ui/notices/banner.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { useDebounced } from '#ui/use-debounced.ts'
import { SearchResult } from './search-result.tsx'
import { MAX_QUERY, useSearchedWeb } from './web-search.ts'
import css from './web-search.module.css'

const SEARCH_DEBOUNCE_MS = 500
/** The server answered, but the search engine did not. */
const BAD_GATEWAY = 502

/**
 * Finds pages to create links for, with the operator's search engine or within this app, and names
 * the source.
 */
export function WebSearchScreen() {
  const [q, search] = useQuery()
  const [typed, setTyped] = useDebounced(q, SEARCH_DEBOUNCE_MS, (next) => search(next.trim()))
  const found = useSearchedWeb(q)
  const source = found.value?.source
  return (
    <Screen title="Web search" freshness={q === '' ? 'none' : found} back={paths.home} narrow>
      <SearchField
        label="Search for a product or shop"
        className={css.field}
        value={typed}
        maxLength={MAX_QUERY}
        onChange={setTyped}
        onClear={() => search('')}
      />
      {q === '' ? (
        <EmptyState title="Find something to link to" text="Type a product, a brand or a shop." />
      ) : (
        <>
          {source === 'local' && (
            <Banner>Web search isn’t set up; showing results from this app</Banner>
          )}
          {found.error?.status === BAD_GATEWAY && (
            <Banner>The search engine doesn’t answer at the moment.</Banner>
          )}
          <AnswerList
            what="results"
            rows={found.value?.items}
            answer={found}
            loading={<ResultsSkeleton />}
            empty={
              <EmptyState
                title={`Nothing found for “${q}”`}
                text="Try other words, or paste the address of the page."
              />
            }
          >
            {(rows) => (
              <ul className="stack" aria-label="Results">
                {rows.map((result) => (
                  <SearchResult key={result.id} result={result} />
                ))}
              </ul>
            )}
          </AnswerList>
          {source !== undefined && source !== 'local' && found.value?.engine && (
            <p className={`${css.engine} hint`}>{`Results from ${found.value.engine}`}</p>
          )}
          <ShowMore list={found} />
        </>
      )}
    </Screen>
  )
}

/** Reads and sets the search words in the address. */
function useQuery() {
  const { q = '' } = useSearch({ strict: false })
  const navigate = useNavigate()
  const search = (next: string) =>
    void navigate({
      to: '.',
      replace: true,
      resetScroll: false,
      search: (current: object) => ({ ...current, q: next || undefined }),
    })
  return [q.trim().slice(0, MAX_QUERY), search] as const
}

const ResultsSkeleton = () => (
  <div className="stack" role="status" aria-label="Searching">
    {[70, 52, 64, 46].map((width) => (
      <div key={width} className={`${css.loading} stack`}>
        <Skeleton width={`${width}%`} height={15} />
        <Skeleton width="32%" height={12} />
        <Skeleton width="90%" height={12} />
      </div>
    ))}
  </div>
)
