import type { Context, Hono } from 'hono'
import type { AppEnv } from '../../env.ts'
import { DRY_RUN } from '../../platform/http/idempotency.ts'
import { MCP_CALL } from '../connected-apps/resources.ts'
import type { ApiRequest } from './tool-request.ts'

export type CallApi = (request: ApiRequest, options?: { isDryRun?: boolean }) => Promise<Response>

/**
 * Returns a function that makes calls of our API for the sender of a request, with the same headers
 * of access. All checks of permissions, ownership, fields and limits are those of the API.
 */
export function apiCaller(
  app: Hono<AppEnv>,
  c: Context<AppEnv>,
  access: Record<string, string>,
): CallApi {
  return async ({ method, path, body }, { isDryRun = false } = {}) => {
    const headers = new Headers(access)
    const forwarded = c.req.header('x-forwarded-for')
    if (forwarded !== undefined) headers.set('X-Forwarded-For', forwarded)
    if (body) headers.set('Content-Type', 'application/json')
    const request = new Request(new URL(path, c.var.deps.config.appOrigin), {
      method,
      headers,
      signal: c.req.raw.signal,
      ...(body && { body: JSON.stringify(body) }),
    })
    return app.fetch(request, { ...(c.env as object), ...MCP_CALL, ...(isDryRun && DRY_RUN) })
  }
}
