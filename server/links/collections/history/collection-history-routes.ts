import { Hono } from 'hono'
import { RestoreInput } from '#contract/links/history.ts'
import type { UserEnv } from '../../../env.ts'
import {
  HistoryQuery,
  restoreRequest,
  RestoreQuery,
} from '../../../platform/history/read-history.ts'
import { nextPage } from '../../../platform/http/paging.ts'
import { body, query } from '../../../platform/http/validate.ts'
import { refuseHiddenRule } from '../hidden-rule.ts'
import { listCollectionHistory, restoreCollection } from './collection-history.ts'

/** Routes of /v2/my/collections for the history of a collection. */
export const collectionHistory = new Hono<UserEnv>()
  .get('/:uuid/history', query(HistoryQuery), async (c) => {
    const { deps, user } = c.var
    const paging = c.req.valid('query')
    const found = await listCollectionHistory(deps, user.id, c.req.param('uuid'), paging)
    return c.json({ ...found, next: nextPage(c, paging, found.count) })
  })

  .post('/:uuid/history/:version/restore', query(RestoreQuery), body(RestoreInput), async (c) => {
    const { deps, user } = c.var
    const { uuid, version } = c.req.param()
    const request = restoreRequest(version, c.req.valid('json'), c.req.valid('query'))
    const result = await restoreCollection(deps, user.id, uuid, {
      ...request,
      checkRule: (rule) => refuseHiddenRule(c, rule),
    })
    return c.json({ result })
  })
