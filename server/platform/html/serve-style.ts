import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Handler } from 'hono'
import type { AppEnv } from '../../env.ts'
import type { Asset } from './assets.ts'
import { encodingFor } from '../http/encoding.ts'

/** Serves a stylesheet under a URL with the hash of its text, cacheable for ever. */
export function serveStyle(style: Asset): Handler<AppEnv, '/assets/:name'> {
  const bytes = {
    br: brotliCompressSync(style.text),
    gzip: gzipSync(style.text, { level: 9 }),
    identity: Buffer.from(style.text),
  }
  return (c) => {
    if (c.req.param('name') !== style.name) return c.notFound()
    const encoding = encodingFor(c.req.header('accept-encoding') ?? '')
    c.header('Content-Type', style.type)
    c.header('Cache-Control', 'public, max-age=31536000, immutable')
    c.header('Vary', 'Accept-Encoding')
    if (encoding !== 'identity') c.header('Content-Encoding', encoding)
    return c.body(new Uint8Array(bytes[encoding]))
  }
}
