import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { UPLOAD_MAX_BYTES } from '#contract/uploads.ts'
import { V1, V2 } from '#contract/app-constants.ts'

/** Maximum body size of any request. Routes with JSON bodies allow less. */
export const MAX_BODY_BYTES = 1024 * 1024

/** Maximum size of a console form with a logo and a cover. */
const MAX_PICTURES_BYTES = 2 * UPLOAD_MAX_BYTES + MAX_BODY_BYTES

const limitTo = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new HTTPException(413)
    },
  })
const limitSize = limitTo(MAX_BODY_BYTES)
const limitPictures = limitTo(MAX_PICTURES_BYTES)

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
