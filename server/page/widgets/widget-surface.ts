import { Hono } from 'hono'
import { WIDGET_KEY } from '#contract/widgets.ts'
import type { AppEnv } from '../../env.ts'
import { onError } from '../../platform/http/on-error.ts'
import { readAsset } from '../../platform/html/assets.ts'
import { requestOf, respond } from '../public-page/respond.ts'
import { serveStyle } from '../public-page/serve-style.ts'
import { renderNone } from './render-widget.tsx'
import { WIDGET_POLICY } from './widget-policy.ts'
import { style } from './widget-style.ts'

/** The same for every widget: it reads in its own address which one it is. */
const embedScript = readAsset('server/page/widgets/embed.js')

/** Mounted at /w: collections on people's own sites, for anybody. */
export const widgetSurface = new Hono<AppEnv>()
  .get('/assets/:name', serveStyle(style))
  .get('/:key', async (c) => {
    const named = c.req.param('key')
    const isScript = named.endsWith('.js')
    const key = isScript ? named.slice(0, -'.js'.length) : named
    const answer = await c.var.deps.publicWidgets.answer(
      // What can be nobody's is not looked for; not every text can be asked of the database.
      WIDGET_KEY.test(key) ? key : '',
      requestOf(c),
    )
    if (!isScript) return respond(answer)
    if (answer.status >= 400) return c.text('// There is no such widget.\n', 404, NONE)
    return c.text(embedScript, 200, HEADERS)
  })

const HEADERS = {
  'Content-Type': 'text/javascript; charset=utf-8',
  'Cache-Control': 'public, max-age=300',
  // For sites that take nothing which does not say so.
  'Cross-Origin-Resource-Policy': 'cross-origin',
}
/** It may be had back. */
const NONE = { ...HEADERS, 'Cache-Control': 'no-cache' }

widgetSurface.onError(async (error, c) => {
  const answer = onError(error, c)
  if (answer.status < 500) return answer
  const { status, html } = await renderNone('broken')
  c.header('Content-Security-Policy', WIDGET_POLICY)
  c.header('Cache-Control', 'no-store')
  c.header('Retry-After', '5')
  return c.html(html, status as 503)
})
