import { Hono } from 'hono'
import { SocialLinkEdit, type SocialPrefixes } from '#contract/social/social-links.ts'
import { SOCIAL_PREFIXES } from '#contract/social/social-networks.ts'
import type { UserEnv } from '../../env.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { signedIn } from '../accounts/signed-in.ts'
import { body } from '../../platform/http/validate.ts'
import {
  addSocialLink,
  editSocialLink,
  getSocialLink,
  listSocialLinks,
  removeSocialLink,
} from './social-links.ts'

/** Routes of /v2/my/socialmedialinks. Fixed paths come before `/:id`. */
export const social = new Hono<UserEnv>()
  .use(signedIn)

  .get('/', async (c) => c.json(await listSocialLinks(c.var.deps.db, c.var.user.id)))

  .post('/', idempotent, body(SocialLinkEdit), async (c) => {
    const { account_url } = c.req.valid('json')
    return c.json(await addSocialLink(c.var.deps.db, c.var.user.id, account_url), 201)
  })

  .get('/prefix', (c) => c.json<SocialPrefixes>({ results: SOCIAL_PREFIXES }))

  .get('/:id', async (c) =>
    c.json(await getSocialLink(c.var.deps.db, c.var.user.id, c.req.param('id'))),
  )

  .patch('/:id', idempotent, body(SocialLinkEdit), async (c) => {
    const edit = { id: c.req.param('id'), typed: c.req.valid('json').account_url }
    return c.json(await editSocialLink(c.var.deps.db, c.var.user.id, edit))
  })

  .delete('/:id', idempotent, async (c) => {
    await removeSocialLink(c.var.deps.db, c.var.user.id, c.req.param('id'))
    return c.body(null, 204)
  })
