import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { V1, V2 } from '#contract/app-constants.ts'

/** Maximum body size of any request. Routes with JSON bodies allow less. */
export const MAX_BODY_BYTES = 1024 * 1024

const limitSize = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError: () => {
    throw new HTTPException(413)
  },
})

/**
 * Returns whether the path receives files. The upload handlers limit their size with their own
 * messages.
 */
const FILE_PATH = new RegExp(`^${V2}/(?:links/import|networks/reports)/?$`)
export const isUpload = (path: string) => path.startsWith(`${V1}/uploader/`) || FILE_PATH.test(path)

/** Paths of the calls of shops. Their routes limit the size themselves, because they log each refusal. */
const SHOP_PATH = /^\/(?:postback\/?$|hooks\/[^/]+\/)/
/** Path to which edge servers send clicks. */
const EDGE_PATH = '/edge/clicks'
const hasOwnLimit = (path: string) =>
  isUpload(path) || SHOP_PATH.test(path) || path.startsWith(EDGE_PATH)

const BODILESS_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Limits the body by the bytes that arrive, not by its headers. */
export const limitBody: MiddlewareHandler = (c, next) =>
  BODILESS_METHODS.has(c.req.method) || hasOwnLimit(c.req.path) ? next() : limitSize(c, next)
