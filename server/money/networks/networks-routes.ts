import { Hono } from 'hono'
import { NetworkSettingsEdit } from '#contract/money/networks.ts'
import type { UserEnv } from '../../env.ts'
import { signedIn } from '../../people/accounts/signed-in.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { body } from '../../platform/http/validate.ts'
import { editNetworkSettings, readNetworkSettings } from './settings.ts'

/** Routes of /v2/my/networks. */
export const networks = new Hono<UserEnv>()
  .use(signedIn)
  .use(idempotent)

  .get('/settings', async (c) =>
    c.json({ result: await readNetworkSettings(c.var.deps.db, c.var.user.id) }),
  )

  .patch('/settings', body(NetworkSettingsEdit), async (c) => {
    const { deps, user } = c.var
    return c.json({ result: await editNetworkSettings(deps, user.id, c.req.valid('json')) })
  })
