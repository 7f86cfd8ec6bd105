import { AnswerList } from '#app/answer-list.tsx'
import { Screen } from '#app/shell/screen/screen.tsx'
import { useTrendingProducts } from '#features/partners/brands/brands.ts'
import { ProductTile } from '#features/partners/brands/product-tile.tsx'
import { ShowMore } from '#features/partners/brands/show-more.tsx'
import tiles from '#features/partners/brands/tiles.module.css'
import { paths, webSearchPath } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ProductsSkeleton } from './products-skeleton.tsx'

/** Shows the products most visited through creators' links this week. */
export function TrendingProductsScreen() {
  const products = useTrendingProducts()
  return (
    <Screen title="Trending products" freshness={products} back={paths.home}>
      <AnswerList
        what="trending products"
        rows={products.value?.items}
        answer={products}
        loading={
          <div className={tiles.grid} role="status" aria-label="Loading products">
            <ProductsSkeleton count={6} />
          </div>
        }
        empty={
          <EmptyState
            title="Nothing is trending yet."
            text="A product appears here when several creators send people to it."
            action={<ButtonLink href={webSearchPath()}>Search the web</ButtonLink>}
          />
        }
      >
        {(rows) => (
          <ul className={tiles.grid} aria-label="Trending products">
            {rows.map((product) => (
              <li key={product.id}>
                <ProductTile product={product} visitors />
              </li>
            ))}
          </ul>
        )}
      </AnswerList>
      <ShowMore list={products} />
    </Screen>
  )
}
