import { Hono } from 'hono'
import { RestoreInput } from '#contract/links/history.ts'
import type { UserEnv } from '../../env.ts'
import { signedIn } from '../../people/accounts/signed-in.ts'
import { HistoryQuery, restoreRequest, RestoreQuery } from '../../platform/history/read-history.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { nextPage } from '../../platform/http/paging.ts'
import { body, query } from '../../platform/http/validate.ts'
import { listLinkHistory, restoreLink } from './link-history.ts'

/** Routes of /v2/my/links for the history of a link. */
export const linkHistory = new Hono<UserEnv>()
  // Each route has its own `signedIn`. A shared one would check the session twice for every link
  // route.
  .get('/:uuid/history', signedIn, query(HistoryQuery), async (c) => {
    const { deps, user } = c.var
    const paging = c.req.valid('query')
    const found = await listLinkHistory(deps, user.id, c.req.param('uuid'), paging)
    return c.json({ ...found, next: nextPage(c, paging, found.count) })
  })

  .post(
    '/:uuid/history/:version/restore',
    signedIn,
    idempotent,
    query(RestoreQuery),
    body(RestoreInput),
    async (c) => {
      const { deps, user } = c.var
      const { uuid, version } = c.req.param()
      const request = restoreRequest(version, c.req.valid('json'), c.req.valid('query'))
      const result = await restoreLink(deps, user.id, uuid, request)
      return c.json({ result })
    },
  )
