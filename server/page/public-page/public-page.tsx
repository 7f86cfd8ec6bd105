/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import { raw } from 'hono/html'
import { APP_NAME } from '#contract/app-constants.ts'
import { SAMPLE_DATA_NOTICE } from '#contract/facts.ts'
import { imagePath, squareImage } from '#contract/images/images.ts'
import { PAGE_PICTURE_SIZES } from '#contract/images/image-sizes.ts'
import type { LegalLink } from '../../platform/html/legal-links.ts'
import { Icon, IconSymbols, type PageIcon } from './icons.tsx'
import { webAddress } from './linked-text.tsx'
import type { PageContent, PageSection } from './page-content.ts'
import { anchorOf, networkOf, Section } from './sections.tsx'
import { style, STYLE_PATH } from './style.ts'
import { createEager, rowIcons, type Eager } from './tiles.tsx'
import { GROUNDS } from './themes.ts'

export type PageProps = {
  content: PageContent
  appOrigin: string
  reportUrl: string
  legal: LegalLink[]
  isSample: boolean
  /** Metadata in the document head. */
  head: Child
  /** True in the editor, where only anchors within the page work. */
  isPreview?: boolean
}

/** Shows a creator's page. It needs no script, only anchors and `<details>`. */
export const PublicPage = (frame: PageProps) => {
  const { content, appOrigin, reportUrl, legal, head, isPreview } = frame
  const { page, social, sections } = content
  const titledSections = sections.filter(({ title }) => title !== '')
  const eager = createEager(eagerImageCount(page))
  const { canEarn, isAmazon } = earningNotes(sections)
  const name = page.firstName || page.title
  const icons = iconsOf(content)
  return (
    <Document page={page} title={page.title} head={head} isPreview={isPreview}>
      {icons.length > 0 && <IconSymbols names={icons} />}
      <div class="wrap">
        <header class="side">
          {frame.isSample && <p class="told">{SAMPLE_DATA_NOTICE}</p>}
          <Identity content={content} eager={eager} />
          {canEarn && (
            <p class="told">
              <bdi>{name}</bdi> earns a commission on some links here.
            </p>
          )}
        </header>
        <main class="main">
          {titledSections.length > 1 && (
            <nav class="nav" aria-label="On this page">
              {titledSections.map((section) => (
                <a
                  key={section.id}
                  href={`#${anchorOf(section)}`}
                  target={isPreview ? '_self' : undefined}
                >
                  <span dir="auto">{section.title}</span>
                </a>
              ))}
            </nav>
          )}
          {sections.length === 0 && <p class="none">Nothing here yet. Come back soon.</p>}
          {sections.map((section) => (
            <Section key={section.id} section={section} social={social} eager={eager} />
          ))}
          <footer class="foot">
            {canEarn && (
              <p>
                <bdi>{name}</bdi> earns a commission when you buy through some of these links.
              </p>
            )}
            {isAmazon && <p>As an Amazon Associate I earn from qualifying purchases.</p>}
            <nav aria-label="About this page">
              <a href={reportUrl} rel="nofollow">
                Report this page
              </a>
              {legal.map(({ href, title }) => (
                <a key={href} href={appOrigin + href}>
                  {title}
                </a>
              ))}
            </nav>
            <MadeWith href={`${appOrigin}/`} />
          </footer>
        </main>
      </div>
    </Document>
  )
}

/**
 * Returns the number of images to load at once. A cover is the largest element, and other images
 * would compete with it for bandwidth.
 */
const eagerImageCount = ({ cover }: PageContent['page']) => (cover ? 1 : 4)

function earningNotes(sections: PageSection[]) {
  const groups = sections.flatMap((section) => ('groups' in section ? section.groups : []))
  const products = groups.flatMap((group) => group.products)
  return {
    canEarn: products.some((one) => one.canEarn),
    isAmazon: products.some((one) => one.isAmazon),
  }
}

function iconsOf({ social, sections }: PageContent): PageIcon[] {
  const rows = sections.flatMap((section) =>
    'groups' in section && section.layout === 'list'
      ? section.groups.flatMap(({ products }) => rowIcons(products))
      : section.type === 'social'
        ? (['arrow'] as const)
        : [],
  )
  return [...new Set([...social.map(({ type }) => type), ...rows])]
}

const [SMALL, LARGE] = PAGE_PICTURE_SIZES

const Identity = ({ content: { page, social }, eager }: { content: PageContent; eager: Eager }) => (
  <>
    {page.cover && (
      <div class="cover">
        <img
          src={imagePath(page.cover, LARGE)}
          srcset={`${imagePath(page.cover, SMALL)} ${SMALL.width}w,${imagePath(page.cover, LARGE)} ${LARGE.width}w`}
          sizes="(min-width:993px) 560px,100vw"
          width={LARGE.width}
          height={LARGE.height}
          alt={page.imageAlt}
          fetchpriority={eager() ? 'high' : undefined}
        />
      </div>
    )}
    {page.avatar && (
      <span class="avatar">
        <img
          src={squareImage(page.avatar, 184)}
          srcset={`${squareImage(page.avatar, 480)} 2x`}
          width={104}
          height={104}
          alt=""
        />
      </span>
    )}
    <div class="about">
      <h1 dir="auto">{page.title}</h1>
      {page.description !== '' && <p dir="auto">{page.description}</p>}
    </div>
    {social.length > 0 && (
      <nav class="social" aria-label={`${page.firstName || page.title} elsewhere`}>
        {social.map((one) => (
          <a
            key={one.url}
            href={webAddress(one.url) ?? undefined}
            rel="me nofollow noopener"
            aria-label={networkOf(one)}
          >
            <Icon name={one.type} size={25} />
          </a>
        ))}
      </nav>
    )}
  </>
)

type DocumentProps = {
  title: string
  page?: PageContent['page']
  head?: Child
  isPreview?: boolean | undefined
  children: Child
}

export const Document = ({ title, page, head, isPreview, children }: DocumentProps) => (
  <>
    {raw('<!doctype html>')}
    <html
      lang="en"
      data-theme={page?.theme ?? 'auto'}
      data-accent={page && page.accent !== 'ink' ? page.accent : undefined}
    >
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover" />
        <ThemeColour theme={page?.theme ?? 'auto'} />
        <title>{title}</title>
        {isPreview ? (
          <link rel="stylesheet" href={STYLE_PATH} />
        ) : (
          // Inline styles save a request before the first paint. Together with the page they fit
          // the first round trip.
          raw(`<style>${style.text}</style>`)
        )}
        <link rel="icon" href="/icons/favicon.svg" type="image/svg+xml" />
        {head}
      </head>
      <body>{children}</body>
    </html>
  </>
)

const ThemeColour = ({ theme }: { theme: PageContent['page']['theme'] }) =>
  theme === 'auto' ? (
    <>
      <meta name="theme-color" content={GROUNDS.light.bg} media="(prefers-color-scheme:light)" />
      <meta name="theme-color" content={GROUNDS.dark.bg} media="(prefers-color-scheme:dark)" />
    </>
  ) : (
    <meta name="theme-color" content={GROUNDS[theme].bg} />
  )

export const MadeWith = ({ href }: { href: string }) => (
  <a class="made" href={href}>
    <svg width="20" height="20" viewBox="3 3 58 58" aria-hidden="true">
      <path class="a" d="M37.89 4.03A21 21 0 0 0 27.73 44.79Z" />
      <path class="b" d="M36.27 19.21A21 21 0 0 1 26.11 59.97Z" />
    </svg>
    Made with {APP_NAME}
  </a>
)
