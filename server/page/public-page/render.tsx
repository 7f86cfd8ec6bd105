/** @jsxImportSource hono/jsx */
import { HTTPException } from 'hono/http-exception'
import type { Config } from '../../platform/config/config.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { legalLinks, type LegalSource } from '../../platform/html/legal-links.ts'
import { renderHtml } from '../../platform/html/text-of.ts'
import type { Rendered } from './kept-page.ts'
import { Head } from './head.tsx'
import { NO_PAGE, NoPage } from './no-page.tsx'
import { readContent, withPageSource } from './page-content.ts'
import { findOwnPage, findPage } from './page-rows.ts'
import { PublicPage } from './public-page.tsx'

type Deps = { db: DbOrTx; config: Config; sitePages: LegalSource }

/** Renders the current response for a slug. */
export async function renderSlug(deps: Deps, slug: string): Promise<Rendered> {
  const found = await findPage(deps.db, slug)
  if (found.state === 'moved') return { status: 308, html: '', location: `/p/${found.slug}` }
  if (found.state !== 'shown') return renderNone(found.state, deps.config)
  const content = await readContent(deps, found.page)
  const { id, userId } = found.page
  const head = <Head content={content} appOrigin={deps.config.appOrigin} />
  const shownContent = withPageSource(content)
  const html = <PublicPage content={shownContent} head={head} {...addressesOf(slug, deps)} />
  return {
    status: 200,
    html: await renderHtml(html),
    shown: { id, userId, freshUntil: content.freshUntil },
  }
}

const addressesOf = (slug: string, { config: { appOrigin, sampleData }, sitePages }: Deps) => ({
  appOrigin,
  legal: legalLinks(sitePages.legal()),
  isSample: sampleData,
  reportUrl: `${appOrigin}/p/${slug}/report`,
})

/**
 * Renders the user's own page, published or not. Its links open in a new tab, or not at all in a
 * sandboxed frame.
 */
export async function renderPreview(deps: Deps, userId: string): Promise<string> {
  const page = await findOwnPage(deps.db, userId)
  if (!page) throw new HTTPException(404)
  const content = await readContent(deps, page)
  const head = <base target="_blank" />
  const addresses = addressesOf(page.slug, deps)
  return renderHtml(<PublicPage content={content} head={head} isPreview {...addresses} />)
}

export async function renderNone(
  state: keyof typeof NO_PAGE,
  { appOrigin }: Config,
): Promise<Rendered> {
  const { status, ...words } = NO_PAGE[state]
  return { status, html: await renderHtml(<NoPage {...words} appOrigin={appOrigin} />) }
}
