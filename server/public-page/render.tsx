import type { HtmlEscapedString } from 'hono/utils/html'
import type { Config } from '../config.ts'
import type { DbOrTx } from '../db/client.ts'
import { Head } from './head.tsx'
import { NO_PAGE, NoPage } from './no-page.tsx'
import { readContent } from './page-content.ts'
import { findPage } from './page-rows.ts'
import { PublicPage } from './public-page.tsx'

export type Rendered = {
  status: number
  html: string
  /** Where it leads instead. */
  location?: string
  /** Of a page that is shown. */
  shown?: { pageId: number; userId: string; freshUntil: number }
}

type Deps = { db: DbOrTx; config: Config }

/** What the address of this slug answers at this moment. */
export async function renderSlug(deps: Deps, slug: string): Promise<Rendered> {
  const found = await findPage(deps.db, slug)
  if (found.state === 'moved') return { status: 308, html: '', location: `/p/${found.slug}` }
  if (found.state !== 'shown') return renderNone(found.state, deps.config)
  const content = await readContent(deps, found.page)
  const { id: pageId, userId } = found.page
  const { appOrigin, operatorEmail } = deps.config
  const html = (
    <PublicPage
      content={content}
      appOrigin={appOrigin}
      reportUrl={`mailto:${operatorEmail}?subject=${encodeURIComponent(`${appOrigin}/p/${slug}`)}`}
      head={<Head content={content} appOrigin={appOrigin} />}
    />
  )
  return {
    status: 200,
    html: await textOf(html),
    shown: { pageId, userId, freshUntil: content.freshUntil },
  }
}

export async function renderNone(
  state: keyof typeof NO_PAGE,
  { appOrigin }: Config,
): Promise<Rendered> {
  const { status, ...words } = NO_PAGE[state]
  return { status, html: await textOf(<NoPage {...words} appOrigin={appOrigin} />) }
}

const textOf = async (element: HtmlEscapedString | Promise<HtmlEscapedString>) =>
  (await element).toString()
