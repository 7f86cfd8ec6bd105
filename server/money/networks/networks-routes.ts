import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import { text } from '#contract/common.ts'
import { MAX_PAGE_SIZE, PAGE_SIZE } from '#contract/limits.ts'
import { NetworkRowEdit, NetworkSettingsEdit, RowId } from '#contract/money/networks.ts'
import type { UserEnv } from '../../env.ts'
import { signedIn } from '../../people/accounts/signed-in.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { nextPage, pageNumber, pageSize } from '../../platform/http/paging.ts'
import { countAttempt } from '../../platform/http/throttle.ts'
import { body, query } from '../../platform/http/validate.ts'
import { importReport } from './import-report.ts'
import { listNetworks } from './list-networks.ts'
import { assignRow, listRows } from './network-rows.ts'
import { receiveReport } from './receive-report.ts'
import { editNetworkSettings, readNetworkSettings } from './settings.ts'

const isTrue = v.pipe(
  v.picklist(['true', 'false'], 'Send true or false.'),
  v.transform((value) => value === 'true'),
)
/** Query of a report. The default is a dry run, which stores nothing. */
const ReportQuery = v.object({
  dry_run: v.optional(isTrue, 'true'),
  name: v.optional(text(200), ''),
})
const RowsQuery = v.object({
  unmatched: v.optional(isTrue),
  page: v.optional(pageNumber, '1'),
  page_size: v.optional(pageSize(MAX_PAGE_SIZE), String(PAGE_SIZE)),
})

/** Routes of /v2/my/networks. */
export const networks = new Hono<UserEnv>()
  .use(signedIn)

  // A report needs no idempotency key, because its rows are stored once.
  .post('/reports', query(ReportQuery), async (c) => {
    const { deps, user } = c.var
    const { dry_run: isDryRun, name } = c.req.valid('query')
    await countAttempt(deps, { limit: 'importsByAccount', of: user.id })
    const sent = await receiveReport(c.req.raw, name)
    const options = { userId: user.id, isDryRun, now: new Date() }
    return c.json({ result: await importReport(deps, sent, options) })
  })

  .use(idempotent)

  .get('/', async (c) => c.json(await listNetworks(c.var.deps.db, c.var.user.id, new Date())))

  .get('/rows', query(RowsQuery), async (c) => {
    const paging = c.req.valid('query')
    const found = await listRows(c.var.deps.db, c.var.user.id, paging)
    return c.json({ ...found, next: nextPage(c, paging, found.count) })
  })

  .patch('/rows/:id', body(NetworkRowEdit), async (c) => {
    const id = v.safeParse(RowId, c.req.param('id'))
    if (!id.success) throw new HTTPException(404)
    const which = { userId: c.var.user.id, id: id.output }
    return c.json({ result: await assignRow(c.var.deps, which, c.req.valid('json')) })
  })

  .get('/settings', async (c) =>
    c.json({ result: await readNetworkSettings(c.var.deps.db, c.var.user.id) }),
  )

  .patch('/settings', body(NetworkSettingsEdit), async (c) => {
    const { deps, user } = c.var
    return c.json({ result: await editNetworkSettings(deps, user.id, c.req.valid('json')) })
  })
