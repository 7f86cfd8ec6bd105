import { Hono } from 'hono'
import * as v from 'valibot'
import { token } from '#contract/common.ts'
import { DomainEdit, DomainRemoval, NewDomain } from '#contract/page/domains.ts'
import { signedIn } from '../../people/accounts/signed-in.ts'
import type { AppEnv, UserEnv } from '../../env.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { clientAddressGroup, countAttempt } from '../../platform/http/throttle.ts'
import { body, query } from '../../platform/http/validate.ts'
import { toDomain } from './domain-name.ts'
import { PROBE_PATH, probeAnswer } from './domain-probe.ts'
import {
  addDomain,
  editDomain,
  getDomain,
  isVerified,
  listCustomDomains,
  restartChecks,
} from './domains.ts'
import { removeDomain } from './remove-domain.ts'

/** Routes of /v1/users/me/links/domains/custom. */
export const domains = new Hono<UserEnv>()
  .use(signedIn)
  .use(idempotent)

  .get('/', async (c) => c.json(await listCustomDomains(c.var.deps, c.var.user.id)))

  .post('/', body(NewDomain), async (c) =>
    c.json(await addDomain(c.var.deps, c.var.user.id, c.req.valid('json').domain), 201),
  )

  .get('/:id', async (c) => c.json(await getDomain(c.var.deps, c.var.user.id, c.req.param('id'))))

  .patch('/:id', body(DomainEdit), async (c) => {
    const { deps, user } = c.var
    return c.json(await editDomain(deps, user.id, c.req.param('id'), c.req.valid('json')))
  })

  .delete('/:id', query(DomainRemoval), async (c) => {
    const { deps, user } = c.var
    await removeDomain(deps, user.id, c.req.param('id'), c.req.valid('query'))
    return c.body(null, 204)
  })

  .post('/:id/reset_validation_counter', async (c) =>
    c.json(await restartChecks(c.var.deps, c.var.user.id, c.req.param('id'))),
  )

const AskQuery = v.object({ domain: token(300) })

/** Routes of /domains: for the proxy that requests certificates, and for the probe. */
export const domainSurface = new Hono<AppEnv>()
  .get('/ask', query(AskQuery), async (c) => {
    const { deps } = c.var
    c.header('Cache-Control', 'no-store')
    if (await isVerified(deps.db, toDomain(c.req.valid('query').domain))) return c.text('Yes')
    await countAttempt(deps, { limit: 'unknownDomainsByAddress', of: clientAddressGroup(c) })
    return c.text('No', 404)
  })

  .get(`/${PROBE_PATH}/:token`, (c) => {
    c.header('Cache-Control', 'no-store')
    const named = c.req.param('token')
    return /^[0-9a-f]{32}$/.test(named) ? c.text(probeAnswer(c.var.deps, named)) : c.notFound()
  })
