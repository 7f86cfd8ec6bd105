import { Hono } from 'hono'
import type { AppEnv } from '../../../env.ts'
import { readAsset, styleAsset } from '../../../platform/html/assets.ts'
import { answerPage } from '../../../platform/html/foot.tsx'
import { serveStyle } from '../../../platform/html/serve-style.ts'
import { openApiDocument, type Route } from './openapi.ts'
import { ReferencePage } from './reference-page.tsx'

const style = styleAsset(readAsset('server/people/api-keys/reference/reference.css'))
const STYLE_PATH = `/developers/assets/${style.name}`

/** Routes of the API reference, for people and for programs. `routes` are those of the server. */
export const reference = (routes: Route[]): Hono<AppEnv> =>
  new Hono<AppEnv>()
    .get('/openapi.json', (c) => {
      c.header('Cache-Control', 'no-cache')
      // Other sites may read the description. It contains nothing about a user.
      c.header('Access-Control-Allow-Origin', '*')
      return c.json(openApiDocument(c.var.deps.config, routes))
    })

    .get('/developers', (c) => {
      c.header('Cache-Control', 'no-cache')
      const { appOrigin } = c.var.deps.config
      return answerPage(c, <ReferencePage origin={appOrigin} routes={routes} sheet={STYLE_PATH} />)
    })

    .get('/developers/assets/:name', serveStyle(style))
