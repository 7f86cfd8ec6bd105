import { useState } from 'react'
import { useOffline } from '#app/problems/problems.ts'
import { useNow } from '#app/problems/use-now.ts'
import { useCopyAge, type ShownAnswer } from '#app/query/use-copy-age.ts'
import { useBrands, useOffers, useTrendingProducts } from '#features/partners/brands/brands.ts'
import { BrandRow, BrandRowsSkeleton } from '#features/partners/brands/brand-row.tsx'
import { OfferCard } from '#features/partners/brands/offer-card.tsx'
import { ProductTile } from '#features/partners/brands/product-tile.tsx'
import tiles from '#features/partners/brands/tiles.module.css'
import { paths, webSearchPath } from '#paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Segmented } from '#ui/fields/segmented.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { Block } from './block.tsx'
import css from './discover-blocks.module.css'
import { ProductsSkeleton } from './products-skeleton.tsx'

const MAX_PRODUCTS = 5
const MAX_OFFERS = 2
const MAX_BRANDS = 5
const CLOCK_MS = 60_000
const ORDERS = [
  { value: 'trending', label: 'Trending' },
  { value: 'top', label: 'Top' },
] as const
const BESIDE = { isSecondary: true }

/** Shows products, campaigns and brands on the home screen, below the creator's own data. */
export function DiscoverBlocks() {
  const [order, setOrder] = useState<'trending' | 'top'>('trending')
  const products = useTrendingProducts(BESIDE)
  const campaigns = useOffers('campaigns', { status: 'active' }, BESIDE)
  const promotions = useOffers('promotions', { status: 'active' }, BESIDE)
  const brands = useBrands({ type: order }, BESIDE)
  const now = useNow(CLOCK_MS)
  const all = [products, campaigns, promotions, brands]
  // If nothing could be loaded and nothing is saved, show one message instead of four.
  if (all.every(({ value, loading }) => value === undefined && !loading))
    return <NotLoadedBlocks again={() => all.forEach((list) => void list.refresh())} />
  // A block appears once those above it are known, so that nothing on the screen moves.
  const firstPending = all.findIndex(({ value, loading }) => value === undefined && loading)
  const placed = firstPending === -1 ? all.length : firstPending + 1
  return (
    <div className={css.blocks}>
      <div className={css.column}>
        <Block
          name="Trending this week"
          all={{ href: paths.trendingProducts, label: 'All trending products' }}
          list={products}
          empty="Nothing is trending yet. A product appears here when several creators send people to it."
          loading={
            <div className={tiles.line}>
              <ProductsSkeleton count={MAX_PRODUCTS} />
            </div>
          }
        >
          {(rows) => (
            <ul className={tiles.line}>
              {rows.slice(0, MAX_PRODUCTS).map((product) => (
                <li key={product.id}>
                  <ProductTile product={product} />
                </li>
              ))}
            </ul>
          )}
        </Block>
        {placed > 1 && (
          <Block
            name="Campaigns"
            all={{ href: paths.promotions, label: 'All campaigns' }}
            list={campaigns}
            empty="No campaigns right now."
            loading={<OffersSkeleton />}
          >
            {(rows) => <Offers offers={rows} now={now} />}
          </Block>
        )}
        {placed > 2 && (
          <Block
            name="Ways to earn more"
            all={{ href: `${paths.promotions}?type=bonus_opp`, label: 'All bonuses and events' }}
            list={promotions}
            empty="No bonuses or events right now."
            loading={<OffersSkeleton />}
          >
            {(rows) => <Offers offers={rows} now={now} />}
          </Block>
        )}
      </div>
      {placed > 3 && (
        <div className={css.column}>
          <Block
            name="Brands"
            all={{ href: paths.brands, label: 'All brands' }}
            list={brands}
            empty="No brands yet. They appear here when the operator adds one."
            loading={<BrandRowsSkeleton count={MAX_BRANDS} />}
            controls={
              <div className={css.order}>
                <Segmented
                  label="Order of brands"
                  options={ORDERS}
                  value={order}
                  onChange={setOrder}
                />
              </div>
            }
          >
            {(rows) => (
              <ul className={css.brands}>
                {rows.slice(0, MAX_BRANDS).map((brand) => (
                  <li key={brand.id}>
                    <BrandRow brand={brand} />
                  </li>
                ))}
              </ul>
            )}
          </Block>
          <div className={css.search}>
            <ButtonLink href={webSearchPath()}>Search the web for a product</ButtonLink>
          </div>
        </div>
      )}
      <OldestCopyAge of={all} />
    </div>
  )
}

/**
 * Shows the age of the oldest saved copy among these lists. The foot of the screen only covers
 * links.
 */
function OldestCopyAge({ of }: { of: ShownAnswer[] }) {
  const offline = useOffline()
  const copies = of.filter(({ value, error }) => value !== undefined && (offline || error !== null))
  const [oldest] = copies.toSorted((a, b) => (a.syncedAt ?? 0) - (b.syncedAt ?? 0))
  return oldest && <AgeLine of={oldest} />
}

function AgeLine({ of }: { of: ShownAnswer }) {
  const age = useCopyAge(of)
  return (
    age && (
      <p
        className={`${css.age} hint`}
      >{`Brands and campaigns are saved on this device, ${age}.`}</p>
    )
  )
}

type Shown = Parameters<typeof OfferCard>[0]

const Offers = ({ offers, now }: { offers: Shown['offer'][]; now: number }) => (
  <ul className={`${css.offers} stack`}>
    {offers.slice(0, MAX_OFFERS).map((offer) => (
      <li key={offer.id}>
        <OfferCard offer={offer} now={now} />
      </li>
    ))}
  </ul>
)

const OffersSkeleton = () => (
  <div className={`${css.offers} stack`}>
    <Skeleton height={152} radius={22} />
  </div>
)

const NotLoadedBlocks = ({ again }: { again: () => void }) => (
  <section className={css.missing} aria-label="Brands and campaigns">
    <p>Brands and campaigns could not be loaded.</p>
    <Button size="md" onClick={again}>
      Try again
    </Button>
  </section>
)
