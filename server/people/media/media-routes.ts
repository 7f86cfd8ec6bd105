import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { AppEnv } from '../../env.ts'
import { MEDIA_TYPES } from './media.ts'

/** Routes of /media. Stored pictures are public to clients that know their key. */
export const media = new Hono<AppEnv>().get('/:key', async (c) => {
  const key = c.req.param('key')
  const bytes = await c.var.deps.media.read(key)
  if (!bytes) throw new HTTPException(404)
  const etag = `"${key}"`
  c.header('Cache-Control', 'public, max-age=31536000, immutable')
  c.header('ETag', etag)
  c.header('X-Content-Type-Options', 'nosniff')
  // Opened directly, the picture may not load or run anything.
  c.header('Content-Security-Policy', "default-src 'none'; sandbox")
  if (c.req.header('If-None-Match') === etag) return c.body(null, 304)
  c.header('Content-Type', MEDIA_TYPES.webp)
  return c.body(new Uint8Array(bytes))
})
