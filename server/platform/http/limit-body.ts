import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { UPLOAD_MAX_BYTES } from '#contract/images/uploads.ts'
import { V1, V2 } from '#contract/app-constants.ts'

/** Maximum body size of any request. Routes with JSON bodies allow less. */
export const MAX_BODY_BYTES = 1024 * 1024

/** Maximum size of a console form with a logo and a cover. */
const MAX_PICTURES_BYTES = 2 * UPLOAD_MAX_BYTES + MAX_BODY_BYTES

/**
 * Refuses larger bodies. Node accepts at most as many bytes as `Content-Length` says, so only a body
 * without it is counted: that needs a web stream, which costs as much as the rest of a small request.
 */
export function limitTo<Env extends object>(
  maxSize: number,
  onError: (c: Context<Env>) => Response | Promise<Response>,
): MiddlewareHandler<Env> {
  const countBytes = bodyLimit({ maxSize, onError })
  return async (c, next) => {
    const length = c.req.header('content-length')
    const isCounted = length === undefined || c.req.header('transfer-encoding') !== undefined
    if (isCounted) return countBytes(c, next)
    return Number(length) > maxSize ? onError(c) : next()
  }
}

const refuse = () => {
  throw new HTTPException(413)
}
const limitSize = limitTo(MAX_BODY_BYTES, refuse)
const limitPictures = limitTo(MAX_PICTURES_BYTES, refuse)

const PICTURES_PATH = /^\/console\/content\/[^/]+\/[^/]+\/review$/
const FILE_PATH = new RegExp(`^${V2}/(?:links/import|networks/reports)/?$`)
const hasPictures = (path: string) => PICTURES_PATH.test(path)
/**
 * Returns whether the path receives files. The upload handlers limit their size with their own
 * messages.
 */
export const isUpload = (path: string) =>
  path.startsWith(`${V1}/uploader/`) || FILE_PATH.test(path) || hasPictures(path)

/** Paths of the calls of shops. Their routes limit the size themselves, because they log each refusal. */
const SHOP_PATH = /^\/(?:postback\/?$|hooks\/[^/]+\/)/
/** Path to which edge servers send clicks. */
const EDGE_PATH = '/edge/clicks'
const hasOwnLimit = (path: string) =>
  isUpload(path) || SHOP_PATH.test(path) || path.startsWith(EDGE_PATH)

const BODILESS_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Limits the body by the bytes that arrive, not by its headers. */
export const limitBody: MiddlewareHandler = (c, next) => {
  const { method, path } = c.req
  if (BODILESS_METHODS.has(method)) return next()
  if (hasPictures(path)) return limitPictures(c, next)
  return hasOwnLimit(path) ? next() : limitSize(c, next)
}
