import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { readAsset } from '../../platform/html/assets.ts'
import type { AppEnv } from '../../env.ts'

/** Script for shops without comments and spaces that it does not need. Its texts have none there. */
const SCRIPT = readAsset('server/partners/connectors/t.js')
  .replace(/^\s*\/\/.*\n/gm, '')
  .replace(/^\s+/gm, '')
  .replace(/ ?([=<>+*!?:;,&|{}()]) ?/g, '$1')

const ETAG = `"${createHash('sha256').update(SCRIPT).digest('base64url').slice(0, 22)}"`

/**
 * Route of /t.js, which runs on the sites of shops. Any site may load it, also with an integrity
 * hash. Browsers check once an hour whether it changed.
 */
export const clickScript = new Hono<AppEnv>().get('/', (c) => {
  c.header('Cache-Control', 'public, max-age=3600, stale-while-revalidate=86400')
  c.header('Access-Control-Allow-Origin', '*')
  c.header('Cross-Origin-Resource-Policy', 'cross-origin')
  c.header('ETag', ETAG)
  if (c.req.header('if-none-match') === ETAG) return c.body(null, 304)
  c.header('Content-Type', 'text/javascript; charset=utf-8')
  return c.body(SCRIPT)
})
