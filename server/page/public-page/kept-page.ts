import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** What an address answers. */
export type Rendered = {
  status: number
  html: string
  /** Where it leads instead. */
  location?: string
  /** Of a page that is shown. */
  shown?: Shown
}
export type Shown = {
  id: number
  userId: string
  /** Until then it stays as it is unless somebody changes it. */
  freshUntil: number
}

export type Encoding = 'br' | 'gzip' | 'identity'
/** Headers as node wants them: name, value, name, value. */
type Variant = { etag: string; body: Buffer; headers: string[]; unchanged: string[] }

/** An answer ready to be sent, in every form that is asked for. */
export type KeptPage = Pick<Rendered, 'status' | 'shown'> & Record<Encoding, Variant>

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }
/** Half of what the highest takes in size, for a hundredth of its time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

/** `common`: what every page is sent with. */
export async function keepPage(rendered: Rendered, common: string[]): Promise<KeptPage> {
  const { status, html, location, shown } = rendered
  const identity = Buffer.from(html)
  const [br, gzipped] = await Promise.all([
    compress.br(identity, BROTLI),
    compress.gzip(identity, { level: 6 }),
  ])
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  const variant = (encoding: Encoding, body: Buffer): Variant => {
    const etag = encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`
    // Revalidated each time, so that an edit shows at once.
    const caching = ['Cache-Control', 'no-cache', 'Vary', 'Accept-Encoding']
    const unchanged = [...common, ...caching, ...(shown ? ['ETag', etag] : [])]
    const headers = [
      ...unchanged,
      'Content-Type',
      'text/html; charset=utf-8',
      'Content-Length',
      String(body.length),
      ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
      ...(location === undefined ? [] : ['Location', location]),
    ]
    return { etag, body, headers, unchanged }
  }
  return {
    status,
    ...(shown && { shown }),
    br: variant('br', br),
    gzip: variant('gzip', gzipped),
    identity: variant('identity', identity),
  }
}

export const sizeOf = ({ br, gzip: gzipped, identity }: KeptPage) =>
  2000 + br.body.length + gzipped.body.length + identity.body.length

/** The smallest that is understood; `q=0` says that it is not. */
export function encodingFor(accepted: string): Encoding {
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted) ? 'gzip' : 'identity'
}

export const isUnchanged = ({ etag }: Variant, asked: string) =>
  asked !== '' && asked.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
