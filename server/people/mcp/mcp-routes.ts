import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { AppEnv } from '../../env.ts'
import { AccessError } from '../../platform/http/errors.ts'
import { onError } from '../../platform/http/on-error.ts'
import { MAX_JSON_BYTES } from '../../platform/http/validate.ts'
import { countCall } from '../api-keys/call-limit.ts'
import { bearerKey, findCaller, type Caller } from '../api-keys/key-auth.ts'
import { refuseKeyInQuery } from '../api-keys/leaked-key.ts'
import { apiCaller } from './api-caller.ts'
import { createTools, type Tool } from './tools.ts'

/**
 * Routes of /mcp. The tools describe the routes of `app`. They and the library are loaded with the
 * first request, so that a server without assistants does not pay for them.
 */
export function mcpRoutes(app: Hono<AppEnv>): Hono<AppEnv> {
  let tools: Tool[] | undefined
  const routes = new Hono<AppEnv>()
    .use(refuseKeyInQuery, refuseForeignOrigin)
    .use(bodyLimit({ maxSize: MAX_JSON_BYTES }))
    .post('/', async (c) => {
      c.header('Cache-Control', 'no-store')
      const { key, caller } = await requireCaller(c)
      await countCall(c, caller.keyId)
      tools ??= createTools(app.routes)
      const { answerMcp } = await import('./mcp-server.ts')
      const callApi = apiCaller(app, c, { Authorization: `Bearer ${key}` })
      return answerMcp(c.req.raw, tools, { deps: c.var.deps, caller, callApi })
    })
    // Stateless: there is neither a stream to open nor a session to end.
    .on(['GET', 'DELETE'], '/', async (c) => {
      await requireCaller(c)
      c.header('Allow', 'POST')
      return c.text('Send POST', 405)
    })
  routes.onError((error, c) => {
    if (!(error instanceof AccessError) || error.status !== 401) return onError(error, c)
    const { appOrigin } = c.var.deps.config
    const where = `resource_metadata="${appOrigin}/.well-known/oauth-protected-resource/mcp"`
    const challenge =
      error.challenge === 'Bearer' ? `Bearer ${where}` : `${error.challenge}, ${where}`
    return onError(new AccessError(401, error.message, challenge), c)
  })
  return routes
}

async function requireCaller(c: Context<AppEnv>): Promise<{ key: string; caller: Caller }> {
  const key = bearerKey(c)
  if (key === undefined) throw new AccessError(401, 'Sign in, or send an API key.')
  return { key, caller: await findCaller(c.var.deps, key, true) }
}

/** Refuses requests that pages of other sites send, for example after DNS rebinding. */
async function refuseForeignOrigin(c: Context<AppEnv>, next: () => Promise<void>) {
  const origin = c.req.header('origin')
  if (origin !== undefined && origin !== c.var.deps.config.appOrigin)
    throw new AccessError(403, 'This origin is not allowed.')
  return next()
}
