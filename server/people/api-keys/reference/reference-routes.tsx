import { Hono } from 'hono'
import type { AppEnv } from '../../../env.ts'
import { readAsset, styleAsset } from '../../../platform/html/assets.ts'
import { answerPage } from '../../../platform/html/foot.tsx'
import { serveStyle } from '../../../platform/html/serve-style.ts'
import { openApiDocument, type Route } from './openapi.ts'
import { describeCalls, type DescribedCall } from './described-calls.ts'
import { ReferencePage } from './reference-page.tsx'

const style = styleAsset(readAsset('server/people/api-keys/reference/reference.css'))
const STYLE_PATH = `/developers/assets/${style.name}`

/**
 * Routes of the API reference, for people and for programs. `routes` are those of the server. They do
 * not change, so the reference is computed once, for the first request.
 */
export function reference(routes: Route[]): Hono<AppEnv> {
  let document: string | undefined
  let calls: DescribedCall[] | undefined
  return new Hono<AppEnv>()
    .get('/openapi.json', (c) => {
      c.header('Cache-Control', 'no-cache')
      // Other sites may read the description. It contains nothing about a user.
      c.header('Access-Control-Allow-Origin', '*')
      document ??= JSON.stringify(openApiDocument(c.var.deps.config, routes))
      return c.body(document, 200, { 'Content-Type': 'application/json' })
    })

    .get('/developers', (c) => {
      c.header('Cache-Control', 'no-cache')
      const { appOrigin } = c.var.deps.config
      calls ??= describeCalls(routes)
      return answerPage(c, <ReferencePage origin={appOrigin} calls={calls} sheet={STYLE_PATH} />)
    })

    .get('/developers/assets/:name', serveStyle(style))
}
