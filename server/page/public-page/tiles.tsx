/** @jsxImportSource hono/jsx */
import { imagePath, squareImage } from '#contract/images/images.ts'
import { TILE_SIZES } from '#contract/images/image-sizes.ts'
import { Icon, type PageIcon } from './icons.tsx'
import type { Product } from './products.ts'

/**
 * Returns a function that is true for its first `count` calls. These images load at once, all
 * others when they come near the viewport.
 */
export function createEager(count: number): Eager {
  let left = count
  return () => (left -= 1) >= 0
}
export type Eager = () => boolean
type ProductProps = { product: Product; eager: Eager }

const REL = 'sponsored nofollow'

/** Shows an image. The product name is in the same link, so the alternative text may be empty. */
const Image = ({
  eager,
  ...image
}: {
  src: string
  srcset?: string
  sizes?: string
  width: number
  height: number
  alt: string
  eager: Eager
}) => <img {...image} loading={eager() ? undefined : 'lazy'} decoding="async" />

const [SMALL, LARGE] = TILE_SIZES
const tilePicture = (source: string) => ({
  src: imagePath(source, SMALL),
  srcset: `${imagePath(source, SMALL)} ${SMALL.width}w,${imagePath(source, LARGE)} ${LARGE.width}w`,
  width: SMALL.width,
  height: SMALL.height,
})

/** Shows a product in a grid, or as a card in a row. */
export const Tile = (props: ProductProps & { sizes: string }) =>
  props.product.code === null ? (
    <TileLink {...props} />
  ) : (
    <div>
      <TileLink {...props} />
      <Code product={props.product} />
    </div>
  )

/**
 * Shows a discount code. It stands outside the link, and a tap selects all of it, because pages have
 * no script that could copy it.
 */
export const Code = ({ product: { code } }: { product: Product }) =>
  code === null ? null : (
    <p class="code">
      Code{' '}
      <bdi translate="no">
        <b>{code}</b>
      </bdi>
    </p>
  )

const TileLink = ({ product, eager, sizes }: ProductProps & { sizes: string }) => (
  <a class="tile" href={product.url} rel={REL} dir="auto">
    <span class="pic">
      {product.picture ? (
        <Image
          {...tilePicture(product.picture)}
          alt={product.pictureAlt}
          sizes={sizes}
          eager={eager}
        />
      ) : (
        <i aria-hidden="true" dir="auto">
          {product.name}
        </i>
      )}
    </span>
    <b>{product.name}</b>
    <Shop product={product} />
  </a>
)

const Shop = ({ product: { canEarn, host } }: { product: Product }) => (
  <small>
    {canEarn && <i class="ad">Ad</i>}
    <bdi>{host}</bdi>
  </small>
)

const squarePicture = (source: string, size: 112 | 160, box: number) => ({
  src: squareImage(source, size),
  width: box,
  height: box,
})

/** Returns the icons that rows of these products need. */
export const rowIcons = (products: Product[]): PageIcon[] =>
  products.some(({ picture }) => !picture) ? ['arrow', 'link'] : ['arrow']

/** Shows a product in a list. `filled`: styled as a button. */
export const Row = ({ product, eager, filled }: ProductProps & { filled: boolean }) => (
  <a href={product.url} rel={REL}>
    <span class="pic">
      {product.picture ? (
        <Image
          {...squarePicture(product.picture, filled ? 112 : 160, filled ? 48 : 64)}
          alt={product.pictureAlt}
          eager={eager}
        />
      ) : (
        <Icon name="link" size={24} />
      )}
    </span>
    <span dir="auto">
      <b>{product.name}</b>
      <Shop product={product} />
    </span>
    <Icon name="arrow" size={20} class="go" />
  </a>
)
