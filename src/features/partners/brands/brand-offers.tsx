import { NotLoaded } from '#app/problems/not-loaded.tsx'
import { count } from '#app/formats.ts'
import type { DiscoveredOrganization } from '#contract/partners/brands.ts'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import css from './brand-screen.module.css'
import { useOffers } from './brands.ts'
import { OfferCard } from './offer-card.tsx'
import { offerState, promotionOffer, type Offer, type OfferState } from './offer.ts'
import { ShowMore } from './show-more.tsx'

type BrandOffersProps = { brand: DiscoveredOrganization; now: number }

/** Shows the campaigns of a brand and its bonuses and events: active, upcoming and ended ones. */
export function BrandOffers({ brand, now }: BrandOffersProps) {
  const campaigns = useOffers('campaigns', { organization: brand.uuid }, { isSecondary: true })
  const offers = campaigns.value?.items
  const promotions = brand.promotions.map(promotionOffer)
  return (
    <>
      <section aria-labelledby="campaigns">
        <div className={css.heading}>
          <h2 id="campaigns">Campaigns</h2>
          {offers && <span className={`${css.counts} hint`}>{countsText(offers, now)}</span>}
        </div>
        {offers && offers.length > 0 && <Cards offers={offers} now={now} />}
        {offers?.length === 0 && <p className={css.none}>No campaigns right now.</p>}
        {!offers && campaigns.loading && (
          <div className={`${css.cards} stack`} role="status" aria-label="Loading campaigns">
            <Skeleton height={152} radius={22} />
          </div>
        )}
        {!offers && !campaigns.loading && campaigns.error && (
          <NotLoaded what="campaigns" list={campaigns} />
        )}
        <ShowMore list={campaigns} />
      </section>
      {promotions.length > 0 && (
        <section aria-labelledby="promotions">
          <div className={css.heading}>
            <h2 id="promotions">Bonuses and events</h2>
          </div>
          <Cards offers={promotions} now={now} />
        </section>
      )}
    </>
  )
}

/** Active offers first, because creators can act on them. */
const ORDER: OfferState[] = ['active', 'upcoming', 'ended']

const Cards = ({ offers, now }: { offers: Offer[]; now: number }) => (
  <ul className={`${css.cards} stack`}>
    {ORDER.flatMap((state) => offers.filter((offer) => offerState(offer, now) === state)).map(
      (offer) => (
        <li key={offer.id}>
          <OfferCard offer={offer} now={now} />
        </li>
      ),
    )}
  </ul>
)

/** Returns the number of offers per state, such as "1 active, 1 ended". */
const countsText = (offers: Offer[], now: number) =>
  ORDER.flatMap((state) => {
    const found = offers.filter((offer) => offerState(offer, now) === state).length
    return found > 0 ? [`${count(found)} ${state}`] : []
  }).join(', ')
