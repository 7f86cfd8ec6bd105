import { Hono } from 'hono'
import { isNull } from 'drizzle-orm'
import * as v from 'valibot'
import { IDEMPOTENCY_HEADER } from '#contract/app-constants.ts'
import { MAX_ID, token } from '#contract/common.ts'
import { RedeemRequest, VoucherRequest, type Charity } from '#contract/money/wallet.ts'
import { requirePassword } from '../../people/accounts/own-password.ts'
import { requireProof } from '../../people/factors/proof.ts'
import { signedIn } from '../../people/accounts/signed-in.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { charities } from '../../platform/db/schema.ts'
import type { UserEnv } from '../../env.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { body, query } from '../../platform/http/validate.ts'
import { requireTerms } from '../../people/terms/terms.ts'
import { pictureUrl } from '../../people/media/pictures-presenter.ts'
import { redeemLimitsOf, redeem } from './redeem.ts'
import { redeemValuesOf } from './redeem-rules.ts'
import { listVendors, listVouchers, redeemVoucher } from './vouchers.ts'
import { readWallet } from './wallet-rows.ts'

const NO_PASSWORD = 'Enter your password to give money away.'

const VendorQuery = v.object({
  vendor: v.optional(
    v.pipe(token(20), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(MAX_ID)),
  ),
})

/** Routes of /v1/shop. */
export const shop = new Hono<UserEnv>()
  .use(signedIn)

  .get('/charity_organisations', async (c) =>
    c.json({ results: await listCharities(c.var.deps.db) }),
  )

  .on('GET', ['/paypal/values/paypal', '/paypal/values/charity'], async (c) => {
    const { deps, user } = c.var
    const wallet = await readWallet(deps.db, user.id, new Date())
    return c.json(redeemValuesOf(await redeemLimitsOf(deps.db, wallet)))
  })

  .post('/paypal/redeem', idempotent, body(RedeemRequest), async (c) => {
    const { deps, user } = c.var
    const { password, ...input } = c.req.valid('json')
    await requireTerms(deps, user.id)
    // A PayPal address needed the password when it was set. A donation cannot be undone, so it
    // needs it here.
    if (input.charity_id === undefined) await requireProof(deps, user)
    else await requirePassword(deps, user, password, { missing: NO_PASSWORD })
    const result = await redeem(deps, user.id, input, new Date())
    return c.json({ result }, 201)
  })

  .get('/vendors', async (c) => c.json({ results: await listVendors(c.var.deps.db) }))

  .get('/vouchers', query(VendorQuery), async (c) =>
    c.json({ results: await listVouchers(c.var.deps.db, c.req.valid('query').vendor) }),
  )

  // Handles idempotency keys itself, because `idempotent` would store the gift card code
  // unencrypted.
  .post('/vouchers/redeem', body(VoucherRequest), async (c) => {
    const { deps, user } = c.var
    const { voucher_id: offerId, password } = c.req.valid('json')
    const voucherRequest = {
      offerId,
      password,
      requestKey: c.req.header(IDEMPOTENCY_HEADER)?.slice(0, 200),
      at: new Date(),
    }
    await requireTerms(deps, user.id)
    return c.json({ result: await redeemVoucher(deps, user, voucherRequest) }, 201)
  })

async function listCharities(db: DbOrTx): Promise<Charity[]> {
  const rows = await db
    .select()
    .from(charities)
    .where(isNull(charities.archivedAt))
    .orderBy(charities.name)
  return rows.map(({ id, name, text: description, logoKey, website }) => ({
    id,
    name,
    description,
    logo_url: logoKey === null ? null : pictureUrl(logoKey, null),
    website,
  }))
}
