import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'

/** Largest body of any request; routes that take JSON allow less. */
const MAX_BODY_BYTES = 1024 * 1024

const check = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError: () => {
    throw new HTTPException(413)
  },
})

/** Counts what really arrives, whatever the headers claim. */
export const limitBody: MiddlewareHandler = (c, next) =>
  c.req.method === 'GET' || c.req.method === 'HEAD' ? next() : check(c, next)
