import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'
import { PUBLIC_CALLS, type PublicCall } from '#contract/developers/public-api.ts'

/** Replaces the parameters of a route, `:id` or `{id}`, so that both notations are equal. */
export const shapeOf = (call: string): string => call.replaceAll(/:\w+(\{[^}]*\})?|\{\w+\}/g, '{}')

const publicCalls = new Map(PUBLIC_CALLS.map((one) => [shapeOf(one.call), one]))

/** Returns the entry of a route such as `GET /v2/my/links/:uuid`; undefined if it is not public. */
export const publicCallOf = (route: string): PublicCall | undefined =>
  publicCalls.get(shapeOf(route))

/** Returns the public call that a request makes; undefined if the call is not public. */
export const requestedCall = (c: Context): PublicCall | undefined => entryOfRequest(c, publicCallOf)

/**
 * Returns the entry of a table of calls for a request. `entryOf` gets `METHOD /path`, first with the
 * route's path, then with the request's own.
 */
export function entryOfRequest<Entry>(
  c: Context,
  entryOf: (call: string) => Entry | undefined,
): Entry | undefined {
  const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
  // Middleware has the method ALL. The first route with the request's own method answers it.
  const route = matchedRoutes(c).find((one) => one.method === method)
  if (!route) return undefined
  // One route can serve several paths of which one is public, for example the kinds of uploads.
  const path = c.req.path.replace(/\/$/, '')
  return entryOf(`${method} ${route.path}`) ?? entryOf(`${method} ${path}`)
}
