import { Hono, type Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import { token } from '#contract/common.ts'
import { IMAGE_ROOT } from '#contract/images/images.ts'
import { TOKEN_HEADER } from '#contract/app-constants.ts'
import { COOKIES } from '#contract/people/session-cookies.ts'
import { claimedBy } from './picture-claims.ts'
import { findSession } from '../accounts/sessions.ts'
import { isStoredCrop } from './stored-crops.ts'
import { unavailableReason } from '../../platform/db/unavailable.ts'
import type { AppEnv, Deps, UserEnv } from '../../env.ts'
import { BusyError, FieldError } from '../../platform/http/errors.ts'
import { FetchFailure } from '../../platform/fetcher/fetch-failure.ts'
import type { ImageRequest, ImageClient, Rendered, Source } from './images.ts'
import { isOffered, nearestOffered } from './offered-sizes.ts'
import { readOptions, type Transform } from './options.ts'
import { ClientDisconnected } from './shared-work.ts'
import { NotAPicture, TooBusy, type OutputFormat } from './transform.ts'
import { CACHE_ONE_HOUR, NO_STORE, signedIn } from '../accounts/signed-in.ts'
import { clientAddressGroup, countAttempt, type LimitKey } from '../../platform/http/throttle.ts'
import { query } from '../../platform/http/validate.ts'
import { canParseUrl } from '#contract/text/can-parse-url.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'

/**
 * Routes of /cdn-cgi/image. Stored pictures are public; pictures of other sites require a sign-in.
 */
export const images = new Hono<AppEnv>().get('/:options/:source{.+}', async (c) => {
  const { options, source } = readRequest(c)
  c.header('Vary', 'Accept')
  const imageRequest = { source, options, wanted: preferredFormat(c.req.header('accept')) }
  if ('key' in source) {
    const made = await storedPicture(c, imageRequest, source.key)
    // Other sizes are cached for one hour only, because the answer depends on the client: without
    // an account it is the nearest offered size.
    return sendPicture(c, made, isOffered(options) ? IMMUTABLE : CACHE_ONE_HOUR)
  }
  c.header('Cache-Control', NO_STORE)
  // Only signed-in users can have the server fetch a picture, and its content may change.
  const user = await findSession(c.var.deps.db, c.req.header(TOKEN_HEADER))
  if (!user) throw new HTTPException(401)
  return sendPicture(c, await foreignPicture(c, imageRequest, user.id, 'source'), CACHE_ONE_HOUR)
})

/** Quality high enough to crop the picture and upload it again. */
const FOR_EDITING: Transform = { fit: 'scale-down', quality: 92, sharpen: 0 }

/** Routes of /v1/image-proxy, which gives the photo editor access to pictures of other sites. */
export const imageProxy = new Hono<UserEnv>().get(
  '/',
  signedIn,
  query(v.object({ url: v.pipe(token(4000), v.minLength(1)) })),
  async (c) => {
    const { deps, user } = c.var
    const source = readSource(c.req.valid('query').url, deps.config.appOrigin)
    if (!source) throw new FieldError('url', INVALID_PICTURE_URL)
    const imageRequest: ImageRequest = { source, options: FOR_EDITING, wanted: 'original' }
    return sendPicture(c, await foreignPicture(c, imageRequest, user.id, 'url'), CACHE_ONE_HOUR)
  },
)

/**
 * Returns a stored picture. One in the cache costs nothing. Otherwise the limits and sizes depend
 * on whether the client is signed in.
 */
async function storedPicture(
  c: Context<AppEnv>,
  imageRequest: ImageRequest,
  key: string,
): Promise<Rendered> {
  const { deps } = c.var
  const kept = await deps.images.findCached(imageRequest)
  if (kept) return kept
  const user = await userOf(c)
  if (user !== undefined) {
    const counted = { limit: 'picturesByAccount', of: user } as const
    return render(c, imageRequest, clientFor(c, 'person', counted), 'source')
  }
  const options = nearestOffered(imageRequest.options)
  if (options.crop && !(await isStoredCrop(deps.db, key, options.crop))) throw invalidOptions()
  const counted = { limit: 'picturesByAddress', of: clientAddressGroup(c) } as const
  return render(c, { ...imageRequest, options }, clientFor(c, 'stranger', counted), 'source')
}

const foreignPicture = (c: Context, imageRequest: ImageRequest, user: string, field: string) =>
  render(
    c,
    imageRequest,
    clientFor(c, 'person', { limit: 'foreignPicturesByAccount', of: user }),
    field,
  )

/**
 * Returns the user by the token or by the picture cookie. A picture on a page can only send
 * cookies.
 */
async function userOf(c: Context<AppEnv>): Promise<string | undefined> {
  const { deps } = c.var
  const user = await findSession(deps.db, c.req.header(TOKEN_HEADER))
  return user?.id ?? claimedBy(deps, getCookie(c, COOKIES.jwt))
}

const clientFor = (
  c: Context<AppEnv>,
  rank: ImageClient['rank'],
  counted: LimitKey,
): ImageClient => ({
  rank,
  of: counted.of,
  signal: c.req.raw.signal,
  onWork: () => count(c.var.deps, counted),
})

/** Counts the work for the limit. Pictures are also served while the database is unavailable. */
async function count(deps: Deps, counted: LimitKey): Promise<void> {
  try {
    await countAttempt(deps, counted)
  } catch (error) {
    if (!unavailableReason(error)) throw error
  }
}

const invalidOptions = () => new FieldError('options', 'Unknown options.')
const INVALID_PICTURE_URL = 'This URL is not valid.'

function readRequest(c: Context<AppEnv>): { options: Transform; source: Source } {
  const { pathname, search } = new URL(c.req.url)
  const [first = '', ...rest] = pathname.slice(IMAGE_ROOT.length + 1).split('/')
  const options = readOptions(decodeSafely(first))
  if (!options) throw invalidOptions()
  const source = readSource(rest.join('/') + search, c.var.deps.config.appOrigin)
  if (!source) throw new FieldError('source', INVALID_PICTURE_URL)
  return { options, source }
}

/**
 * Parses `media/<key>` or an http(s) URL, plain or percent-encoded as a whole. A URL of this app
 * counts as a stored picture.
 */
function readSource(text: string, appOrigin: string): Source | null {
  const plain = /^https?%3a/i.test(text) ? decodeSafely(text) : text
  // Proxies may have merged the two slashes into one.
  const url = plain.replace(/^(https?:)\/{1,2}(?=[^/])/i, '$1//')
  const path = url.startsWith(`${appOrigin}/`) ? url.slice(appOrigin.length) : url
  const [, key] = /^\/?media\/([^/?#]+)$/.exec(path) ?? []
  if (key !== undefined) return { key }
  return /^https?:\/\//i.test(url) && canParseUrl(url) ? { url } : null
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Returns the best format that the Accept header names, or `original` if it names none. */
function preferredFormat(accept = ''): OutputFormat {
  const names = (type: string) =>
    new RegExp(`${type}(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accept)
  if (names('image/avif')) return 'avif'
  return names('image/webp') ? 'webp' : 'original'
}

/**
 * Renders a picture and maps failures to HTTP errors. `field` is the field of a validation error.
 */
async function render(
  c: Context<AppEnv>,
  imageRequest: ImageRequest,
  client: ImageClient,
  field: string,
) {
  try {
    return await c.var.deps.images.render(imageRequest, client)
  } catch (error) {
    if (error instanceof NotAPicture) throw new FieldError(field, 'We could not read this picture.')
    if (error instanceof TooBusy) throw new BusyError(error.message, { cause: error })
    if (error instanceof FetchFailure) throw upstreamError(error, field)
    // The client has disconnected.
    if (error instanceof ClientDisconnected) throw new HTTPException(400)
    throw error
  }
}

/** Maps a mistake of the client to 400, and a failure of the other site to 404 or 502. */
function upstreamError({ reason, status }: FetchFailure, field: string): Error {
  if (reason === 'blocked') return new FieldError(field, 'This URL is not allowed.')
  if (reason === 'too_large') return new FieldError(field, 'This picture is too large.')
  return new HTTPException(status === 404 || status === 410 ? 404 : 502)
}

function sendPicture(c: Context, { bytes, type, name }: Rendered, caching: string): Response {
  const etag = `"${name}"`
  c.header('Cache-Control', caching)
  c.header('ETag', etag)
  // Opened directly, the picture may not load or run anything.
  c.header('Content-Security-Policy', "default-src 'none'; sandbox")
  if (c.req.header('If-None-Match') === etag) return c.body(null, 304)
  c.header('Content-Type', `image/${type}`)
  return c.body(new Uint8Array(bytes))
}
