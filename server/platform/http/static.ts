import { createHash } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { Context } from 'hono'

/** Built file with its response headers. */
type StaticFile = {
  path: string
  type: string
  caching: string
  etag: string
  encodings: string[]
  /** Contents by encoding, instead of those of the file. */
  replaced?: Record<Encoding | 'identity', Buffer> | undefined
}

export type StaticFiles = {
  /** Returns null if the build has no such file. */
  answer(c: Context, pathname: string): Promise<Response | null>
  /** Page of the app; empty before the first build. */
  indexHtml: string
}

/**
 * Serves the files of the built app. The list is read at the start, so no request can reach other
 * files. `replaced` has other contents for some of them.
 */
export function staticFiles(
  folder: string,
  replaced: ReadonlyMap<string, Buffer> = new Map(),
): StaticFiles {
  const listed = new Map(listFiles(folder).map((file) => [urlOf(folder, file.path), file]))
  const files = new Map(
    [...listed].map(([url, file]) => [url, withContent(file, replaced.get(url))]),
  )
  const index = join(folder, 'index.html')
  return {
    indexHtml:
      replaced.get('/index.html')?.toString() ??
      (existsSync(index) ? readFileSync(index, 'utf8') : ''),
    async answer(c, pathname) {
      const file = files.get(decodePath(pathname))
      return file ? answerFile(c, file) : null
    },
  }
}

const urlOf = (folder: string, path: string) => `/${relative(folder, path).split(sep).join('/')}`

function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

const ENCODINGS = { br: '.br', gzip: '.gz' } as const
type Encoding = keyof typeof ENCODINGS

async function answerFile(c: Context, file: StaticFile): Promise<Response> {
  const encoding = chooseEncoding(c.req.header('accept-encoding') ?? '', file.encodings)
  const etag = encoding ? file.etag.replace(/"$/, `-${encoding}"`) : file.etag
  c.header('Cache-Control', file.caching)
  // Pages on a short host use the font, too.
  if (file.type === FONT) c.header('Access-Control-Allow-Origin', '*')
  c.header('ETag', etag)
  if (file.encodings.length > 0) c.header('Vary', 'Accept-Encoding')
  if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304)
  const body =
    file.replaced?.[encoding ?? 'identity'] ??
    (await readFile(file.path + (encoding ? ENCODINGS[encoding] : '')))
  if (encoding) c.header('Content-Encoding', encoding)
  c.header('Content-Type', file.type)
  c.header('Content-Length', String(body.length))
  return c.body(new Uint8Array(body))
}

/** Returns the file with another content. It is compressed in the same ways. */
function withContent(file: StaticFile, content: Buffer | undefined): StaticFile {
  if (!content) return file
  const etag = etagOf(content)
  const replaced = { br: brotliCompressSync(content), gzip: gzipSync(content), identity: content }
  return { ...file, etag, replaced }
}

const etagOf = (content: Buffer) =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`

function chooseEncoding(accepted: string, available: string[]): Encoding | null {
  const offers = accepted.split(',').map((offer) => offer.trim().split(';'))
  const isAccepted = (name: string) =>
    offers.some(([coding, q = 'q=1']) => coding === name && Number(q.trim().slice(2)) > 0)
  const names = Object.keys(ENCODINGS) as Encoding[]
  return names.find((name) => available.includes(name) && isAccepted(name)) ?? null
}

const matchesEtag = (header: string | undefined, etag: string) =>
  header?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag) ?? false

function listFiles(folder: string): StaticFile[] {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
  const known = new Set(paths)
  const encodingsOf = (path: string) =>
    Object.entries(ENCODINGS).flatMap(([name, end]) => (known.has(path + end) ? [name] : []))
  return paths
    .filter((path) => !/\.(br|gz)$/.test(path))
    .map((path) => ({
      path,
      type: TYPES[extname(path)] ?? 'application/octet-stream',
      caching: cachingOf(urlOf(folder, path)),
      etag: etagOf(readFileSync(path)),
      encodings: encodingsOf(path),
    }))
}

/**
 * Returns the Cache-Control value. Names below /assets contain a hash of the content; other files
 * may change with a build.
 */
function cachingOf(pathname: string): string {
  if (pathname.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  return /\.(html|js|webmanifest)$/.test(pathname) ? 'no-cache' : 'public, max-age=86400'
}

const FONT = 'font/woff2'

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': FONT,
}
