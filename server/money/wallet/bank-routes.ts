import { Hono } from 'hono'
import * as v from 'valibot'
import { MAX_PAGE_SIZE, PAGE_SIZE } from '#contract/limits.ts'
import { ReceiptDetailsEdit } from '#contract/money/statements.ts'
import { Appeal } from '#contract/money/earnings.ts'
import { CodeRequest, WalletSettingsEdit } from '#contract/money/wallet.ts'
import { signedIn } from '../../people/accounts/signed-in.ts'
import type { UserEnv } from '../../env.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { nextPage, pageNumber, pageSize } from '../../platform/http/paging.ts'
import { body, query } from '../../platform/http/validate.ts'
import { readId } from '../../page/pages/page-rows.ts'
import { appealHold, earningStory, listEarnings } from './earnings.ts'
import { readDetails, writeDetails } from './receipt-details.ts'
import { listRedemptions, readRedemption, showCode } from './redemptions.ts'
import { editSettings, readSettings } from './settings.ts'
import { listYears, readStatement } from './statements.ts'

const ListQuery = v.object({
  page: v.optional(pageNumber, '1'),
  page_size: v.optional(pageSize(MAX_PAGE_SIZE), String(PAGE_SIZE)),
})

/** Routes of /v1/bank. */
export const bank = new Hono<UserEnv>()
  .use(signedIn)

  // Before `idempotent`, which would store responses with a tax id or gift card code unencrypted.
  .get('/receipt_details', async (c) => c.json(await readDetails(c.var.deps, c.var.user.id)))

  .put('/receipt_details', body(ReceiptDetailsEdit), async (c) =>
    c.json(await writeDetails(c.var.deps, c.var.user.id, c.req.valid('json'))),
  )

  .post('/redemptions/:id/code', body(CodeRequest), async (c) => {
    const codeRequest = { id: readId(c.req.param('id')), password: c.req.valid('json').password }
    c.header('Cache-Control', 'no-store')
    return c.json({ result: await showCode(c.var.deps, c.var.user, codeRequest) })
  })

  .use(idempotent)

  .get('/redemptions', query(ListQuery), async (c) => {
    const page = c.req.valid('query')
    const found = await listRedemptions(c.var.deps.db, c.var.user.id, page)
    return c.json({ ...found, next: nextPage(c, page, found.count) })
  })

  .get('/redemptions/settings', async (c) =>
    c.json(await readSettings(c.var.deps, c.var.user, new Date())),
  )

  .on(['PUT', 'PATCH'], '/redemptions/settings', body(WalletSettingsEdit), async (c) =>
    c.json(await editSettings(c.var.deps, c.var.user, c.req.valid('json'), new Date())),
  )

  .get('/redemptions/:id', async (c) =>
    c.json(await readRedemption(c.var.deps, c.var.user.id, readId(c.req.param('id')))),
  )

  .get('/pending_earnings', query(ListQuery), async (c) => {
    const page = c.req.valid('query')
    const found = await listEarnings(c.var.deps.db, c.var.user.id, 'pending', page)
    return c.json({ ...found, next: nextPage(c, page, found.count) })
  })

  .get('/available_earnings', query(ListQuery), async (c) => {
    const page = c.req.valid('query')
    const found = await listEarnings(c.var.deps.db, c.var.user.id, 'available', page)
    return c.json({ ...found, next: nextPage(c, page, found.count) })
  })

  .get('/earnings/:id', async (c) =>
    c.json(await earningStory(c.var.deps.db, c.var.user.id, readId(c.req.param('id')))),
  )

  .get('/statements', async (c) =>
    c.json({ results: await listYears(c.var.deps.db, c.var.user.id, new Date()) }),
  )

  .get('/statements/:year', async (c) =>
    c.json(await readStatement(c.var.deps, c.var.user.id, readId(c.req.param('year')), new Date())),
  )

  .post('/earnings/:id/appeal', body(Appeal), async (c) => {
    const appeal = { id: readId(c.req.param('id')), ...c.req.valid('json') }
    return c.json(await appealHold(c.var.deps.db, c.var.user.id, appeal))
  })
