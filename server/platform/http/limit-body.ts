import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { V1, V2 } from '#contract/app-constants.ts'

/** Largest body of any request; routes that take JSON allow less. */
const MAX_BODY_BYTES = 1024 * 1024

const check = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError: () => {
    throw new HTTPException(413)
  },
})

/** Files are counted by what receives them, with a limit and words of its own. */
const IMPORT = new RegExp(`^${V2}/links/import/?$`)
export const isUpload = (path: string) => path.startsWith(`${V1}/uploader/`) || IMPORT.test(path)

const BODILESS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Counts what really arrives, whatever the headers claim. */
export const limitBody: MiddlewareHandler = (c, next) =>
  BODILESS.has(c.req.method) || isUpload(c.req.path) ? next() : check(c, next)
