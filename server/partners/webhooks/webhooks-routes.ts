import { Hono } from 'hono'
import * as v from 'valibot'
import { V2 } from '#contract/app-constants.ts'
import { token } from '#contract/common.ts'
import { NewWebhook, WebhookEdit } from '#contract/developers/webhooks.ts'
import type { UserEnv } from '../../env.ts'
import { readId } from '../../page/pages/page-rows.ts'
import { signedIn } from '../../people/accounts/signed-in.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { body, query } from '../../platform/http/validate.ts'
import { listDeliveries, resendDelivery, sendTest } from './delivery-log.ts'
import {
  addWebhook,
  deleteWebhook,
  editWebhook,
  listWebhooks,
  readWebhook,
  replaceSecret,
} from './webhooks.ts'

const LogQuery = v.object({
  /** Id of the last delivery of the page before. */
  before: v.optional(
    v.pipe(token(20), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(2 ** 53 - 1)),
  ),
})

const ownerOf = (c: { var: Pick<UserEnv['Variables'], 'user'> }) => ({ userId: c.var.user.id })

/** Routes of /v2/my/webhooks. */
export const webhookRoutes = new Hono<UserEnv>()
  .use(signedIn)

  .get('/', async (c) => c.json(await listWebhooks(c.var.deps.db, ownerOf(c))))

  // Without `idempotent`, which would store the secret unencrypted.
  .post('/', body(NewWebhook), async (c) =>
    c.json({ result: await addWebhook(c.var.deps, ownerOf(c), c.req.valid('json')) }, 201),
  )

  .get('/:id', async (c) => {
    const which = { owner: ownerOf(c), id: readId(c.req.param('id')) }
    return c.json({ result: await readWebhook(c.var.deps.db, which) })
  })

  .patch('/:id', idempotent, body(WebhookEdit), async (c) => {
    const which = { owner: ownerOf(c), id: readId(c.req.param('id')) }
    return c.json({ result: await editWebhook(c.var.deps, which, c.req.valid('json')) })
  })

  .delete('/:id', idempotent, async (c) => {
    await deleteWebhook(c.var.deps.db, { owner: ownerOf(c), id: readId(c.req.param('id')) })
    return c.body(null, 204)
  })

  // Without `idempotent`, which would store the secret unencrypted.
  .post('/:id/secret', async (c) => {
    const which = { owner: ownerOf(c), id: readId(c.req.param('id')) }
    return c.json({ result: await replaceSecret(c.var.deps, which) })
  })

  .post('/:id/test', idempotent, async (c) => {
    const id = readId(c.req.param('id'))
    return c.json({ result: await sendTest(c.var.deps, ownerOf(c), id) }, 202)
  })

  .get('/:id/deliveries', query(LogQuery), async (c) => {
    const id = readId(c.req.param('id'))
    const page = { id, ...c.req.valid('query'), path: `${V2}/webhooks/${id}/deliveries/` }
    return c.json(await listDeliveries(c.var.deps.db, ownerOf(c), page))
  })

  .post('/:id/deliveries/:delivery/resend', idempotent, async (c) => {
    const which = {
      webhook: readId(c.req.param('id')),
      delivery: readId(c.req.param('delivery')),
    }
    return c.json({ result: await resendDelivery(c.var.deps, ownerOf(c), which) }, 202)
  })
