import { Hono, type Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import { IMAGE_ROOT } from '#contract/images.ts'
import { TOKEN_HEADER } from '#contract/product.ts'
import { findSession } from '../domain/sessions.ts'
import type { AppEnv, UserEnv } from '../env.ts'
import { BusyError, FieldError } from '../errors.ts'
import { FetchFailure } from '../fetch-failure.ts'
import type { Images, Rendered, Source } from '../images/images.ts'
import { readOptions, type Transform } from '../images/options.ts'
import { NotAPicture, TooBusy, type Wanted } from '../images/transform.ts'
import { signedIn } from '../signed-in.ts'
import { query } from '../validate.ts'

const MADE_OF_NAME = 'public, max-age=31536000, immutable'
/** Another's picture may change, and only people who are signed in may have us fetch it. */
const FOREIGN = 'private, max-age=3600'

/** Mounted at /cdn-cgi/image: stored pictures for everybody, others for people who are signed in. */
export const images = new Hono<AppEnv>().get('/:options/:source{.+}', async (c) => {
  const { options, source } = readRequest(c)
  const { deps } = c.var
  const isOwn = 'key' in source
  if (!isOwn && !(await findSession(deps.db, c.req.header(TOKEN_HEADER)))) {
    throw new HTTPException(401)
  }
  c.header('Vary', 'Accept')
  const wanted = wantedBy(c.req.header('accept'))
  const rendered = await render(deps.images, { source, options, wanted, field: 'source' })
  return answer(c, rendered, isOwn ? MADE_OF_NAME : FOREIGN)
})

/** Good enough to be cut out of and sent back as an upload. */
const FOR_EDITING: Transform = { fit: 'scale-down', quality: 92, sharpen: 0 }

/** Mounted at /v1/image-proxy: a foreign picture as the photo editor may read it. */
export const imageProxy = new Hono<UserEnv>().get(
  '/',
  signedIn,
  query(v.object({ url: v.pipe(v.string(), v.minLength(1), v.maxLength(4000)) })),
  async (c) => {
    const { images, config } = c.var.deps
    const source = readSource(c.req.valid('query').url, config.appOrigin)
    if (!source) throw new FieldError('url', NO_PICTURE_ADDRESS)
    const asked = { source, options: FOR_EDITING, wanted: 'original', field: 'url' } as const
    return answer(c, await render(images, asked), FOREIGN)
  },
)

const NO_PICTURE_ADDRESS = 'This is not the address of a picture.'

function readRequest(c: Context<AppEnv>): { options: Transform; source: Source } {
  const { pathname, search } = new URL(c.req.url)
  const [first = '', ...rest] = pathname.slice(IMAGE_ROOT.length + 1).split('/')
  const options = readOptions(decoded(first))
  if (!options) throw new FieldError('options', 'These options are not known.')
  const source = readSource(rest.join('/') + search, c.var.deps.config.appOrigin)
  if (!source) throw new FieldError('source', NO_PICTURE_ADDRESS)
  return { options, source }
}

/** `media/<key>`, or an http(s) URL, plain or escaped as a whole; ours by either name is ours. */
function readSource(text: string, appOrigin: string): Source | null {
  const plain = /^https?%3a/i.test(text) ? decoded(text) : text
  // Proxies on the way may have taken two slashes for one.
  const url = plain.replace(/^(https?:)\/{1,2}(?=[^/])/i, '$1//')
  const path = url.startsWith(`${appOrigin}/`) ? url.slice(appOrigin.length) : url
  const [, key] = /^\/?media\/([^/?#]+)$/.exec(path) ?? []
  if (key !== undefined) return { key }
  return /^https?:\/\//i.test(url) && URL.canParse(url) ? { url } : null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** By what the asker says it can show; one that takes anything gets what there is. */
function wantedBy(accept = ''): Wanted {
  const names = (type: string) =>
    new RegExp(`${type}(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accept)
  if (names('image/avif')) return 'avif'
  return names('image/webp') ? 'webp' : 'original'
}

/** `field`: what to blame when it is the asker's fault. */
type Asked = { source: Source; options: Transform; wanted: Wanted; field: string }

async function render(images: Images, { source, options, wanted, field }: Asked) {
  try {
    return await images.render(source, options, wanted)
  } catch (error) {
    if (error instanceof NotAPicture) throw new FieldError(field, 'This picture cannot be read.')
    if (error instanceof TooBusy) throw new BusyError(error.message, { cause: error })
    if (error instanceof FetchFailure) throw upstream(error, field)
    throw error
  }
}

/** What the asker did wrong is a 400; what the other side did is a 404 or a 502. */
function upstream({ reason, status }: FetchFailure, field: string): Error {
  if (reason === 'blocked') return new FieldError(field, 'This address may not be asked.')
  if (reason === 'too_large') return new FieldError(field, 'This picture is too large.')
  return new HTTPException(status === 404 || status === 410 ? 404 : 502)
}

function answer(c: Context, { bytes, type, name }: Rendered, caching: string): Response {
  const etag = `"${name}"`
  c.header('Cache-Control', caching)
  c.header('ETag', etag)
  // Opened by itself, a picture may load and run nothing.
  c.header('Content-Security-Policy', "default-src 'none'; sandbox")
  if (c.req.header('If-None-Match') === etag) return c.body(null, 304)
  c.header('Content-Type', `image/${type}`)
  return c.body(new Uint8Array(bytes))
}
