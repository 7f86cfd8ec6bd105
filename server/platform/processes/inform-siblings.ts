import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '../../env.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Delays the answer to a change until the other processes of this server have received its
 * notifications, so that the next request is answered by the new data, whichever process gets it.
 */
export const informSiblings = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  const { siblings } = c.var.deps
  if (siblings.count > 1 && !READS.has(c.req.method)) await siblings.ask('catch-up')
})
