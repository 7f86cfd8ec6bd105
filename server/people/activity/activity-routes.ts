import { Hono } from 'hono'
import * as v from 'valibot'
import { ActivityGroup } from '#contract/activity.ts'
import { MAX_ID, token } from '#contract/common.ts'
import { listActivity, markRead, countUnread } from './activity-lists.ts'
import type { UserEnv } from '../../env.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { signedIn } from '../accounts/signed-in.ts'
import { query } from '../../platform/http/validate.ts'
import { pageNumber } from '../../platform/http/paging.ts'

const Page = v.object({ page: v.optional(pageNumber, '1') })

/** Items to mark as read. Without a parameter, all items. */
const MarkReadQuery = v.object({
  group: v.optional(ActivityGroup),
  id: v.optional(v.pipe(token(20), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(MAX_ID))),
})

/** Routes of /v1/activity. */
export const activity = new Hono<UserEnv>()
  .use(signedIn)

  .get('/rendered', query(Page), async (c) =>
    c.json(await listActivity(c.var.deps.db, c.var.user.id, c.req.valid('query'))),
  )

  .get('/unreads', async (c) => c.json(await countUnread(c.var.deps.db, c.var.user.id)))

  .delete('/unreads', idempotent, query(MarkReadQuery), async (c) => {
    await markRead(c.var.deps.db, c.var.user.id, withoutUndefined(c.req.valid('query')))
    return c.body(null, 204)
  })

for (const [path, group] of [
  ['user_clicks', 'clicks'],
  ['commission', 'commission'],
  ['special', 'special'],
] as const) {
  activity.get(`/${path}/rendered`, query(Page), async (c) =>
    c.json(await listActivity(c.var.deps.db, c.var.user.id, { ...c.req.valid('query'), group })),
  )
}

function withoutUndefined({ group, id }: v.InferOutput<typeof MarkReadQuery>) {
  return { ...(group && { group }), ...(id !== undefined && { id }) }
}
