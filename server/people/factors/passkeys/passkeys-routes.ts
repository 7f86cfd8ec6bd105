import { Hono } from 'hono'
import { FactorChange } from '#contract/people/factors.ts'
import { NewPasskey, PasskeyName, PasskeyUse } from '#contract/people/passkeys.ts'
import type { UserEnv } from '../../../env.ts'
import { idempotent } from '../../../platform/http/idempotency.ts'
import { body } from '../../../platform/http/validate.ts'
import { proveByPasskey, startProof } from './passkey-proof.ts'
import { addPasskey, removePasskey, renamePasskey, startPasskey } from './passkeys.ts'

/** Routes of passkeys below /v2/my/factors. Only renaming is `idempotent`, as there. */
export const passkeyRoutes = new Hono<UserEnv>()
  .post('/passkeys/options', body(FactorChange), async (c) => {
    const { deps, user } = c.var
    return c.json({ result: await startPasskey(deps, user, c.req.valid('json').password) })
  })

  .post('/passkeys', body(NewPasskey), async (c) => {
    const { answer } = c.req.valid('json')
    const userAgent = c.req.header('User-Agent')
    return c.json({ result: await addPasskey(c.var.deps, c.var.user, { answer, userAgent }) }, 201)
  })

  .patch('/passkeys/:id', idempotent, body(PasskeyName), async (c) => {
    const { deps, user } = c.var
    const change = { id: c.req.param('id'), ...c.req.valid('json') }
    return c.json({ result: await renamePasskey(deps, user.id, change) })
  })

  .delete('/passkeys/:id', body(FactorChange), async (c) => {
    const { password } = c.req.valid('json')
    await removePasskey(c.var.deps, c.var.user, { id: c.req.param('id'), password })
    return c.body(null, 204)
  })

  .post('/proof/passkey/options', async (c) =>
    c.json({ result: await startProof(c.var.deps, c.var.user) }),
  )

  .post('/proof/passkey', body(PasskeyUse), async (c) => {
    const { deps, user } = c.var
    return c.json({ result: await proveByPasskey(deps, user, c.req.valid('json').answer) })
  })
