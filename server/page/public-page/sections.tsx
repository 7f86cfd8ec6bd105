/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import { Icon } from './icons.tsx'
import { LinkedText, webAddress } from './linked-text.tsx'
import type { Group, PageSection } from './page-content.ts'
import type { Product } from './products.ts'
import type { PublicSocialLink } from '../../people/social/social-links.ts'
import { Code, Row, Tile, type Eager } from './tiles.tsx'

/** Number of products shown at first. A button shows the rest. */
const INITIAL_PRODUCTS = 6
/** Number of products from which every fifth one takes the full width, so that no row has a gap. */
const RHYTHM_LENGTH = 5

type Props = { section: PageSection; social: PublicSocialLink[]; eager: Eager }

export const Section = ({ section, social, eager }: Props) => (
  <section
    class="sec"
    id={anchorOf(section)}
    aria-label={section.title === '' ? undefined : section.title}
  >
    {section.title !== '' && (
      <header>
        <h2 dir="auto">{section.title}</h2>
        {'groups' in section && section.groups.length === 1 && !looksLikeButtons(section) && (
          <Count products={section.groups[0]?.products ?? []} />
        )}
      </header>
    )}
    {section.type === 'text' && (
      <p class="text" dir="auto">
        <LinkedText text={section.text} />
      </p>
    )}
    {section.type === 'social' && <SocialRows social={social} />}
    {'groups' in section &&
      section.groups.map((group) => (
        <ProductGroup key={group.name} group={group} section={section} eager={eager} />
      ))}
  </section>
)

/** Returns whether rows look like buttons, which they do in lists of links. */
const looksLikeButtons = ({ type, layout }: ProductGroupProps['section']) =>
  type === 'links' && layout === 'list'

export const anchorOf = ({ id }: PageSection) => `s${id}`

const Count = ({ products: { length } }: { products: Product[] }) =>
  length > 2 ? <span>{length} things</span> : null

type ProductGroupProps = {
  group: Group
  section: Extract<PageSection, { groups: Group[] }>
  eager: Eager
}

const ProductGroup = ({ group: { name, products }, section, eager }: ProductGroupProps) => {
  const first = products.slice(0, INITIAL_PRODUCTS)
  const rest = products.slice(INITIAL_PRODUCTS)
  return (
    <div>
      {name !== '' && (
        <header>
          <h3 dir="auto">{name}</h3>
          <Count products={products} />
        </header>
      )}
      <Layout section={section} products={first} isFirst total={products.length} eager={eager} />
      {rest.length > 0 && (
        <details class="more">
          <summary>
            <span class="shut">Show all {products.length}</span>
            <span class="open">Show fewer</span>
          </summary>
          <Layout section={section} products={rest} total={products.length} eager={eager} />
        </details>
      )}
    </div>
  )
}

type LayoutProps = {
  section: ProductGroupProps['section']
  products: Product[]
  total: number
  isFirst?: boolean
  eager: Eager
}

const Layout = ({ section, products, total, isFirst, eager }: LayoutProps) => {
  const { layout } = section
  if (layout === 'list') {
    const filled = looksLikeButtons(section)
    return (
      <ul class={filled ? 'links' : 'list'}>
        {products.map((product) => (
          <li key={product.id}>
            <Row product={product} filled={filled} eager={eager} />
            <Code product={product} />
          </li>
        ))}
      </ul>
    )
  }
  const tiles = (sizes: string): Child =>
    products.map((product) => (
      <Tile key={product.id} product={product} sizes={sizes} eager={eager} />
    ))
  if (layout === 'post') return <div class="post">{tiles(POST_SIZES)}</div>
  return <div class={`grid ${rhythmOf(total, isFirst)}`}>{tiles(GRID_SIZES)}</div>
}

const GRID_SIZES = '(min-width:993px) 300px,(min-width:640px) 33vw,50vw'
const POST_SIZES = '344px'

/** Returns the grid class. The remaining products continue the rhythm of the first ones. */
function rhythmOf(total: number, isFirst: boolean | undefined): string {
  if (total < RHYTHM_LENGTH) return 'odd'
  return isFirst ? 'rhythm' : 'after'
}

const NETWORKS = { instagram: 'Instagram', tiktok: 'TikTok', youtube: 'YouTube' } as const

/** Returns the spoken name of a social link. For other sites, it is the link's own name. */
export const networkOf = ({ type, name }: PublicSocialLink) =>
  type === 'other' ? name : NETWORKS[type]

const SocialRows = ({ social }: { social: PublicSocialLink[] }) => (
  <ul class="links">
    {social.map((one) => (
      <li key={one.url}>
        <a href={webAddress(one.url) ?? undefined} rel="me nofollow noopener">
          <span class="pic">
            <Icon name={one.type} size={24} />
          </span>
          <span>
            <b dir="auto">{networkOf(one)}</b>
            {one.type !== 'other' && (
              <small>
                <bdi>{one.name}</bdi>
              </small>
            )}
          </span>
          <Icon name="arrow" size={20} class="go" />
        </a>
      </li>
    ))}
  </ul>
)
