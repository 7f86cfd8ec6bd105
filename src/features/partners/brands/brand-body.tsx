import { ChatCircleDotsIcon } from '@phosphor-icons/react/ChatCircleDots'
import { PlusIcon } from '@phosphor-icons/react/Plus'
import { useConversation } from '#app/chat/use-conversation.ts'
import { useNow } from '#app/problems/use-now.ts'
import { useLayoutFlags } from '#app/shell/layout.ts'
import type { DiscoveredOrganization, Organization } from '#contract/partners/brands.ts'
import { Button } from '#ui/button.tsx'
import { useFloating } from '#ui/menu/use-floating.ts'
import { useWide } from '#ui/use-media.ts'
import { BrandOffers } from './brand-offers.tsx'
import css from './brand-screen.module.css'
import { ExternalLink } from './external-link.tsx'
import { FactsList } from './facts-list.tsx'
import { MyEarnings } from './own-sales.tsx'
import { BrandLogo, Picture } from './picture.tsx'
import { ProductTile } from './product-tile.tsx'
import { RateCard } from './rate-card.tsx'
import { termsOf } from './terms-text.ts'
import tiles from './tiles.module.css'
import { brandAddress, useCreateLink } from './use-create-link.ts'
import { hostOf } from './web-address.ts'

/** Interval of the clock, because remaining times are shown in days, hours and minutes. */
const CLOCK_MS = 60_000

/** Shows a brand: its commission, campaigns, products, terms and the button that creates a link. */
export function BrandBody({ brand }: { brand: DiscoveredOrganization }) {
  const now = useNow(CLOCK_MS)
  const wide = useWide('desk')
  const create = useCreateLink()
  const address = brandAddress(brand)
  const start = address === null ? undefined : () => create(address)
  const rate = <RateCard brand={brand} now={now} />
  return (
    <div className={css.brand}>
      <div className={css.main}>
        <BrandHead brand={brand} />
        {!wide && (
          <div className={css.inset}>
            {rate}
            <MyEarnings brand={brand.uuid} />
          </div>
        )}
        <BrandOffers brand={brand} now={now} />
        <Products products={brand.products} />
        {!wide && <About brand={brand} />}
      </div>
      {wide ? (
        <aside className={css.beside}>
          {rate}
          {start && (
            <Button variant="primary" size="lg" block icon={PlusIcon} onClick={start}>
              Create link
            </Button>
          )}
          <MessageButton brand={brand.uuid} />
          <MyEarnings brand={brand.uuid} />
          <About brand={brand} />
        </aside>
      ) : (
        <BrandBar brand={brand.uuid} create={start} />
      )}
    </div>
  )
}

/** Opens the conversation with the brand. */
function MessageButton({ brand }: { brand: string }) {
  const { busy, open } = useConversation()
  return (
    <Button
      size="lg"
      block
      icon={ChatCircleDotsIcon}
      busy={busy}
      onClick={() => open({ organization_uuid: brand })}
    >
      Message
    </Button>
  )
}

/**
 * Shows the buttons at the bottom. The floating Create button is hidden because the bar has one.
 */
function BrandBar({ brand, create }: { brand: string; create: (() => void) | undefined }) {
  const bar = useFloating()
  useLayoutFlags({ fab: 'none' })
  return (
    <div ref={bar} className={`${css.bar} dock-bar`}>
      <MessageButton brand={brand} />
      {create && (
        <Button variant="create" size="lg" block icon={PlusIcon} onClick={create}>
          Create link
        </Button>
      )}
    </div>
  )
}

const BrandHead = ({ brand }: { brand: Organization }) => (
  <div>
    <Picture src={brand.cover_url} className={css.cover} />
    <div className={css.who}>
      <span className={css.logo}>
        <BrandLogo name={brand.name} src={brand.logo_url} size={76} />
      </span>
      <div>
        <h1 className={css.name}>{brand.name}</h1>
        <p className={css.line}>
          {brand.website !== '' && (
            <ExternalLink address={brand.website} className={css.site}>
              {hostOf(brand.website)}
            </ExternalLink>
          )}
          <span>{brand.categories.join(', ')}</span>
        </p>
      </div>
    </div>
  </div>
)

const Products = ({ products }: { products: DiscoveredOrganization['products'] }) =>
  products.length === 0 ? null : (
    <section aria-labelledby="products">
      <h2 id="products" className={css.title}>
        Popular with creators
      </h2>
      <ul className={tiles.line}>
        {products.map((product) => (
          <li key={product.url}>
            <ProductTile product={product} />
          </li>
        ))}
      </ul>
    </section>
  )

/** Shows the terms in plain words and the brand's description of itself. */
function About({ brand }: { brand: Organization }) {
  const { description, domains, commission_percentage, terms, is_connected } = brand
  const facts = termsOf(commission_percentage, terms).map(({ name, text }) => ({
    name,
    value: text,
  }))
  return (
    <>
      <section className={css.terms} aria-labelledby="terms">
        <h2 id="terms">Terms</h2>
        <FactsList
          stacked
          facts={[
            ...facts,
            ...(domains.length > 0 ? [{ name: 'Shops', value: domains.join(', ') }] : []),
            ...(is_connected ? [{ name: 'Connected', value: 'This brand knows who you are' }] : []),
          ]}
        />
      </section>
      {description !== '' && (
        <section className={css.terms} aria-labelledby="about">
          <h2 id="about">About</h2>
          <p className={css.description}>{description}</p>
        </section>
      )}
    </>
  )
}
