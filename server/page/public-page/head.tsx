/** @jsxImportSource hono/jsx */
import { raw } from 'hono/html'
import { APP_NAME } from '#contract/app-constants.ts'
import { COVER_SIZE } from '#contract/images/image-sizes.ts'
import { imagePath, squareImage } from '#contract/images/images.ts'
import type { PageContent } from './page-content.ts'

/** Maximum number of products in the structured data. Search engines read fewer. */
const MAX_LISTED_PRODUCTS = 20

export type HeadProps = { content: PageContent; appOrigin: string }

/** Shows the metadata for search engines, messengers and social networks. */
export const Head = ({ content, appOrigin }: HeadProps) => {
  const { page } = content
  const url = `${appOrigin}/p/${page.slug}`
  const image = imageOf(content, appOrigin)
  return (
    <>
      {page.description !== '' && <meta name="description" content={page.description} />}
      {!page.isIndexed && <meta name="robots" content="noindex" />}
      <link rel="canonical" href={url} />
      <meta property="og:type" content="profile" />
      <meta property="og:site_name" content={APP_NAME} />
      <meta property="og:title" content={page.title} />
      {page.description !== '' && <meta property="og:description" content={page.description} />}
      <meta property="og:url" content={url} />
      {image !== null && <meta property="og:image" content={image} />}
      <meta name="twitter:card" content={page.cover ? 'summary_large_image' : 'summary'} />
      {raw(`<script type="application/ld+json">${jsonLdOf({ content, appOrigin })}</script>`)}
    </>
  )
}

function imageOf({ page }: PageContent, appOrigin: string): string | null {
  if (page.cover) return appOrigin + imagePath(page.cover, COVER_SIZE)
  return page.avatar && appOrigin + squareImage(page.avatar, 480)
}

/** Returns JSON-LD data. Browsers do not execute it. */
function jsonLdOf({ content, appOrigin }: HeadProps): string {
  const { page, social, sections } = content
  const products = sections
    .flatMap((section) => ('groups' in section ? section.groups : []))
    .flatMap((group) => group.products)
  const data = {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    url: `${appOrigin}/p/${page.slug}`,
    dateModified: page.updatedAt.toISOString(),
    mainEntity: {
      '@type': 'Person',
      name: page.title,
      ...(page.description !== '' && { description: page.description }),
      ...(page.avatar && { image: appOrigin + squareImage(page.avatar, 480) }),
      ...(social.length > 0 && { sameAs: social.map(({ url }) => url) }),
    },
    ...(products.length > 0 && {
      hasPart: {
        '@type': 'ItemList',
        numberOfItems: products.length,
        itemListElement: products
          .slice(0, MAX_LISTED_PRODUCTS)
          .map(({ name, url }, at) => ({ '@type': 'ListItem', position: at + 1, name, url })),
      },
    }),
  }
  return escapeForScript(JSON.stringify(data))
}

const UNSAFE: Record<string, string> = { '<': '\\u003c', '>': '\\u003e', '&': '\\u0026' }
/** Escapes characters of JSON that could end the script element or start another one. */
const escapeForScript = (json: string) =>
  json.replace(/[<>&\u2028\u2029]/g, (one) => UNSAFE[one] ?? ' ')
