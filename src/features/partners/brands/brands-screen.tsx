import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { AnswerList } from '#app/answer-list.tsx'
import { Screen } from '#app/shell/screen/screen.tsx'
import type { Organization } from '#contract/partners/brands.ts'
import { paths, webSearchPath, type BrandsSearch } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { Segmented } from '#ui/fields/segmented.tsx'
import { useDebounced } from '#ui/use-debounced.ts'
import { useWide } from '#ui/use-media.ts'
import { BrandRow, BrandRowsSkeleton } from './brand-row.tsx'
import css from './brands-screen.module.css'
import { useBrands } from './brands.ts'
import { ShowMore } from './show-more.tsx'

const ORDERS = [
  { value: 'trending', label: 'Trending' },
  { value: 'top', label: 'Top' },
] as const
const SEARCH_DEBOUNCE_MS = 500

/**
 * Shows the brands of the network with a search by name or shop, categories, and the order
 * "trending" or "top".
 */
export function BrandsScreen() {
  const [{ q = '', category = '', type = 'trending' }, search] = useBrandsSearch()
  const brands = useBrands({ type, q, category })
  const wide = useWide('desk')
  const rows = brands.value?.items
  const categories = useCategories(rows, category)
  return (
    <Screen title="Brands" freshness={brands} back={paths.home} className={css.screen}>
      <Controls q={q} type={type} search={search} />
      {categories.length > 0 && (
        <div className={css.chips} role="group" aria-label="Categories">
          <Chip pressed={category === ''} onClick={() => search({ category: undefined })}>
            All
          </Chip>
          {categories.map((name) => (
            <Chip
              key={name}
              pressed={name === category}
              onClick={() => search({ category: name === category ? undefined : name })}
            >
              {name}
            </Chip>
          ))}
        </div>
      )}
      <AnswerList
        what="brands"
        rows={rows}
        answer={brands}
        loading={<BrandRowsSkeleton count={6} card={wide} />}
        empty={<NoBrands q={q} category={category} />}
      >
        {(rows) => (
          <ul className="stack" aria-label="Brands">
            {rows.map((brand) => (
              <li key={brand.uuid}>
                <BrandRow brand={brand} card={wide} />
              </li>
            ))}
          </ul>
        )}
      </AnswerList>
      <ShowMore list={brands} />
    </Screen>
  )
}

type Search = (next: BrandsSearch) => void
type ControlsProps = { q: string; type: 'trending' | 'top'; search: Search }

function Controls({ q, type, search }: ControlsProps) {
  const [typed, setTyped] = useDebounced(q, SEARCH_DEBOUNCE_MS, (next) =>
    search({ q: next.trim() || undefined }),
  )
  return (
    <div className={`${css.controls} stack`}>
      <SearchField
        label="Brand or shop address"
        value={typed}
        onChange={setTyped}
        onClear={() => search({ q: undefined })}
      />
      <Segmented
        label="Order"
        options={ORDERS}
        value={type}
        onChange={(next) => search({ type: next === 'top' ? 'top' : undefined })}
      />
    </div>
  )
}

/** Reads and sets search, category and order in the address. */
function useBrandsSearch() {
  const filters: BrandsSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const search: Search = (next) =>
    void navigate({
      to: '.',
      replace: true,
      resetScroll: false,
      search: (current: object) => ({ ...current, ...next }),
    })
  return [filters, search] as const
}

/**
 * Returns all categories seen since the screen opened, so that a chip does not disappear when the
 * list is filtered.
 */
function useCategories(rows: Organization[] | undefined, chosen: string): string[] {
  const [seen, setSeen] = useState<string[]>([])
  const shown = rows?.flatMap(({ categories }) => categories) ?? []
  const fresh = [...new Set([...shown, chosen])].filter(
    (name) => name !== '' && !seen.includes(name),
  )
  if (fresh.length > 0) setSeen([...seen, ...fresh])
  return seen
}

function NoBrands({ q, category }: { q: string; category: string }) {
  if (q === '' && category === '')
    return (
      <EmptyState
        title="No brands yet."
        text="They appear here when the operator adds one."
        action={<ButtonLink href={webSearchPath()}>Search the web</ButtonLink>}
      />
    )
  return (
    <EmptyState
      title={q === '' ? `No brand in ${category}` : `No brand for “${q}”`}
      text="You can still make a link to any shop."
      action={<ButtonLink href={webSearchPath(q)}>Search the web</ButtonLink>}
    />
  )
}
