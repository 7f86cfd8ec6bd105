/** @jsxImportSource hono/jsx */
import { imagePath, shownAt } from '#contract/images.ts'
import { TILES } from '#contract/image-sizes.ts'
import { Icon, type PageIcon } from './icons.tsx'
import type { Product } from './products.ts'

/**
 * The first pictures of a page are asked for at once, all others when they come near: true for the
 * next `count` that ask.
 */
export function firstPictures(count: number): Eager {
  let left = count
  return () => (left -= 1) >= 0
}
export type Eager = () => boolean
type Shown = { product: Product; eager: Eager }

const REL = 'sponsored nofollow'

/** Its title stands beside it in the same link, so a picture needs no words; a creator may add some. */
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

const [SMALL, LARGE] = TILES
const tilePicture = (source: string) => ({
  src: imagePath(source, SMALL),
  srcset: `${imagePath(source, SMALL)} ${SMALL.width}w,${imagePath(source, LARGE)} ${LARGE.width}w`,
  width: SMALL.width,
  height: SMALL.height,
})

/** In a grid, or on a card of a row. */
export const Tile = ({ product, eager, sizes }: Shown & { sizes: string }) => (
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
  src: shownAt(source, size),
  width: box,
  height: box,
})

/** Which icons rows of these need. */
export const rowIcons = (products: Product[]): PageIcon[] =>
  products.some(({ picture }) => !picture) ? ['arrow', 'link'] : ['arrow']

/** One of a list; with `filled` one of the links that a page begins with. */
export const Row = ({ product, eager, filled }: Shown & { filled: boolean }) => (
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
