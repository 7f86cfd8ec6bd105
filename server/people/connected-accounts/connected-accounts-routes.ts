import { Hono, type Context } from 'hono'
import {
  AuthorizationCode,
  ConnectedAccountEdit,
  ConnectedAccountsQuery,
  InstagramMediaQuery,
  InstagramUserQuery,
  type ConnectedAccounts,
  type ConnectedTypeName,
} from '#contract/people/connected-accounts.ts'
import { signedIn } from '../accounts/signed-in.ts'
import type { AppEnv, UserEnv } from '../../env.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { body, query } from '../../platform/http/validate.ts'
import { appReturnUrl, Callback } from './callback.ts'
import { connectAccount } from './connect-account.ts'
import {
  editConnectedAccount,
  listConnectedAccounts,
  removeConnectedAccount,
} from './connected-accounts.ts'
import { readMedia, readUser, toUser } from './instagram-api.ts'
import { withInstagram } from './instagram-reading.ts'

/**
 * Connects an account. It is not `idempotent`, because an idempotency key would hold a database
 * connection while the provider answers.
 */
const addAccount = async (
  c: Context<UserEnv>,
  name: ConnectedTypeName,
  code: AuthorizationCode,
) => {
  const { deps, user } = c.var
  return c.json({ result: await connectAccount(deps, user.id, name, code, c.req.raw.signal) })
}

/** Routes of /v2/my/connected_accounts. */
export const connectedAccounts = new Hono<UserEnv>()
  .use(signedIn)

  .get('/', query(ConnectedAccountsQuery), async (c) => {
    const { account_type } = c.req.valid('query')
    const results = await listConnectedAccounts(c.var.deps.db, c.var.user.id, account_type)
    return c.json<ConnectedAccounts>({ results })
  })

  .post('/add_instagram_by_code', body(AuthorizationCode), (c) =>
    addAccount(c, 'instagram', c.req.valid('json')),
  )

  .post('/add_facebook_by_code', body(AuthorizationCode), (c) =>
    addAccount(c, 'facebook', c.req.valid('json')),
  )

  .patch('/:id', idempotent, body(ConnectedAccountEdit), async (c) => {
    const edit = { id: c.req.param('id'), ...c.req.valid('json') }
    return c.json(await editConnectedAccount(c.var.deps.db, c.var.user.id, edit))
  })

  .delete('/:id', idempotent, async (c) => {
    await removeConnectedAccount(c.var.deps, c.var.user.id, c.req.param('id'))
    return c.body(null, 204)
  })

const redirectToApp = (c: Context<AppEnv>, name: ConnectedTypeName, callback: Callback) => {
  // The URL contains a code, so no cache may store it and no other site may receive it as a
  // referrer.
  c.header('Cache-Control', 'no-store')
  c.header('Referrer-Policy', 'no-referrer')
  return c.redirect(appReturnUrl(callback, name, c.var.deps.config.appOrigin), 302)
}

/** Routes of /v2/accounts to which the providers redirect browsers. */
export const connectionCallbacks = new Hono<AppEnv>()
  .get('/connect_with_instagram/callback', query(Callback), (c) =>
    redirectToApp(c, 'instagram', c.req.valid('query')),
  )
  .get('/connect_with_facebook/callback', query(Callback), (c) =>
    redirectToApp(c, 'facebook', c.req.valid('query')),
  )

/** Routes of /v1/proxy/instagram. */
export const instagramProxy = new Hono<UserEnv>()
  .use(signedIn)

  .get('/user_info', query(InstagramUserQuery), async (c) => {
    const { deps, user } = c.var
    const request = { userId: user.id, accountId: c.req.valid('query').account_id }
    return c.json(
      await withInstagram(deps, request, async (token) => toUser(await readUser(deps, token))),
    )
  })

  .get('/media', query(InstagramMediaQuery), async (c) => {
    const { deps, user } = c.var
    const { account_id, after } = c.req.valid('query')
    const request = { userId: user.id, accountId: account_id }
    return c.json(await withInstagram(deps, request, (token) => readMedia(deps, token, after)))
  })
