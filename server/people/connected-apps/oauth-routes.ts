import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import * as v from 'valibot'
import { AppRegistration } from '#contract/developers/connected-apps.ts'
import type { AppEnv } from '../../env.ts'
import { ThrottledError } from '../../platform/http/errors.ts'
import { onError } from '../../platform/http/on-error.ts'
import { clientAddressGroup, countAttempt } from '../../platform/http/throttle.ts'
import { findApp, registerApp, type AppClient } from './app-clients.ts'
import { exchangeCode, refreshTokens, revokeToken, type TokenAnswer } from './app-tokens.ts'
import { OAuthError } from './oauth-error.ts'
import { resourceMetadata, serverMetadata } from './oauth-metadata.ts'
import { mcpResource } from './resources.ts'

const MAX_BODY_BYTES = 16 * 1024

/** Allows apps in browsers. These routes neither read nor set cookies. */
const openToAll = cors({ origin: '*', allowMethods: ['GET', 'POST'], maxAge: 86_400 })

/** Routes of /.well-known that describe the sign-in of apps. */
export const oauthMetadata = new Hono<AppEnv>()
  .use('/oauth-*', openToAll)
  .get('/oauth-authorization-server', (c) => c.json(serverMetadata(c.var.deps.config)))
  .get('/oauth-protected-resource', (c) => {
    const { config } = c.var.deps
    return c.json(resourceMetadata(config, config.appOrigin))
  })
  .get('/oauth-protected-resource/mcp', (c) => {
    const { config } = c.var.deps
    return c.json(resourceMetadata(config, mcpResource(config)))
  })

/** Routes of /oauth, which apps call without a user. */
export const oauth = new Hono<AppEnv>()
  .use(openToAll)
  .use(async (c, next) => {
    c.header('Cache-Control', 'no-store')
    return next()
  })
  .use(bodyLimit({ maxSize: MAX_BODY_BYTES }))

  .post('/register', async (c) => {
    const parsed = v.safeParse(AppRegistration, await c.req.json<unknown>().catch(() => null))
    if (!parsed.success) throw new OAuthError('invalid_client_metadata', METADATA_RULE)
    await countAttempt(c.var.deps, {
      limit: 'appRegistrationsByAddress',
      of: clientAddressGroup(c),
    })
    return c.json(toRegistration(await registerApp(c.var.deps.db, parsed.output)), 201)
  })

  .post('/token', async (c) => c.json(await answerToken(c)))

  .post('/revoke', async (c) => {
    const fields = await readFields(c)
    await revokeToken(c.var.deps.db, fields('client_id'), fields('token'))
    return c.body(null, 200)
  })

oauth.onError((error, c) => {
  if (error instanceof OAuthError) return refuse(c, error, 400)
  if (!(error instanceof ThrottledError)) return onError(error, c)
  c.header('Retry-After', String(error.seconds))
  return refuse(c, new OAuthError('temporarily_unavailable', error.message), 429)
})

const refuse = (c: Context, { code, message }: OAuthError, status: 400 | 429) =>
  c.json({ error: code, error_description: message }, status)

const METADATA_RULE =
  'Send 1 to 10 redirect_uris of at most 500 characters, and a client_name of at most 200.'

/** Returns what was registered, which can be less than the app asked for (RFC 7591, section 3.2.1). */
const toRegistration = ({ id, name, redirectUris, createdAt }: AppClient) => ({
  client_id: id,
  client_id_issued_at: Math.floor(createdAt.getTime() / 1000),
  client_name: name,
  redirect_uris: redirectUris,
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
})

async function answerToken(c: Context<AppEnv>): Promise<TokenAnswer> {
  const { db } = c.var.deps
  const field = await readFields(c)
  const clientId = field('client_id')
  if (!(await findApp(db, clientId))) throw new OAuthError('invalid_client', 'Register first.')
  const resource = field('resource') || undefined
  switch (field('grant_type')) {
    case 'authorization_code':
      return exchangeCode(db, {
        clientId,
        code: field('code'),
        verifier: field('code_verifier'),
        redirectUri: field('redirect_uri'),
        resource,
      })
    case 'refresh_token':
      return refreshTokens(db, { clientId, refreshToken: field('refresh_token'), resource })
    default:
      throw new OAuthError('unsupported_grant_type', 'Use authorization_code or refresh_token.')
  }
}

/** Returns a function that reads a field of the form; empty if it is missing or not text. */
async function readFields(c: Context<AppEnv>): Promise<(name: string) => string> {
  // A malformed body counts as an empty form.
  const fields = new Map<string, unknown>(Object.entries(await c.req.parseBody().catch(() => ({}))))
  return (name) => {
    const value = fields.get(name)
    return typeof value === 'string' ? value.replaceAll('\u0000', '') : ''
  }
}
