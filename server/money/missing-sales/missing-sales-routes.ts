import { Hono } from 'hono'
import * as v from 'valibot'
import { MAX_PAGE_SIZE, PAGE_SIZE } from '#contract/limits.ts'
import { MissingSaleReport } from '#contract/money/missing-sales.ts'
import { signedIn } from '../../people/accounts/signed-in.ts'
import type { UserEnv } from '../../env.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { nextPage, pageNumber, pageSize } from '../../platform/http/paging.ts'
import { countAttempt } from '../../platform/http/throttle.ts'
import { body, query } from '../../platform/http/validate.ts'
import { listMissingSales, reportMissingSale } from './missing-sales.ts'

const ListQuery = v.object({
  page: v.optional(pageNumber, '1'),
  page_size: v.optional(pageSize(MAX_PAGE_SIZE), String(PAGE_SIZE)),
})

/** Routes of /v1/bank/missing_sales. */
export const missingSales = new Hono<UserEnv>()
  .use(signedIn)
  .use(idempotent)

  .get('/', query(ListQuery), async (c) => {
    const page = c.req.valid('query')
    const found = await listMissingSales(c.var.deps.db, c.var.user.id, page)
    return c.json({ ...found, next: nextPage(c, page, found.count) })
  })

  .post('/', body(MissingSaleReport), async (c) => {
    const { deps, user } = c.var
    await countAttempt(deps, { limit: 'missingSalesByAccount', of: user.id })
    const result = await reportMissingSale(deps.db, user.id, c.req.valid('json'), new Date())
    return c.json({ result }, 201)
  })
