import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Deps } from '../env.ts'
import type { OwnHost } from './own-hosts.ts'
import { NOT_FOUND, redirectTo, TRY_AGAIN, type Page } from './pages.ts'

export type Serve = (req: IncomingMessage, res: ServerResponse) => void

/**
 * Creates the handler that shows the owner's page at the root of their domain. Without a published
 * page, it redirects to the app.
 */
export function createDomainHome(
  { sql, log, config }: Pick<Deps, 'sql' | 'log' | 'config'>,
  show: (res: ServerResponse, page: Page) => void,
) {
  return async function showHome(
    { userId }: OwnHost,
    req: IncomingMessage,
    res: ServerResponse,
    serve: Serve,
  ): Promise<void> {
    try {
      const slug = await publishedSlug(sql, userId)
      if (slug === undefined) {
        show(res, redirectTo(`${config.appOrigin}/`) ?? NOT_FOUND)
        return
      }
      req.url = `/p/${encodeURIComponent(slug)}`
      serve(req, res)
    } catch (error) {
      log.error('could not read the page of a custom domain', { error })
      show(res, TRY_AGAIN)
    }
  }
}

/** Returns the slug of the user's first published page. */
async function publishedSlug(sql: Deps['sql'], userId: string): Promise<string | undefined> {
  const [page] = await sql<{ slug: string }[]>`
    select slug from pages
    where user_id = ${userId} and is_published and blocked_at is null order by id limit 1`
  return page?.slug
}
