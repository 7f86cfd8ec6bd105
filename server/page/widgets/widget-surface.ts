import { Hono } from 'hono'
import { WIDGET_KEY } from '#contract/page/widgets.ts'
import type { AppEnv } from '../../env.ts'
import { onError } from '../../platform/http/on-error.ts'
import { readAsset } from '../../platform/html/assets.ts'
import { requestOf, respond } from '../public-page/respond.ts'
import { serveStyle } from '../../platform/html/serve-style.ts'
import { renderNone } from './render-widget.tsx'
import { WIDGET_POLICY } from './widget-policy.ts'
import { style } from './widget-style.ts'

/** Script of all widgets. It reads the widget key from its own URL. */
const embedScript = readAsset('server/page/widgets/embed.js')

/** Routes of /w: collections embedded on other sites, for everyone. */
export const widgetSurface = new Hono<AppEnv>()
  .get('/assets/:name', serveStyle(style))
  .get('/:key', async (c) => {
    const nameInPath = c.req.param('key')
    const isScript = nameInPath.endsWith('.js')
    const key = isScript ? nameInPath.slice(0, -'.js'.length) : nameInPath
    const answer = await c.var.deps.publicWidgets.answer(
      // Texts that cannot be a key are not looked up; the database does not accept every text.
      WIDGET_KEY.test(key) ? key : '',
      requestOf(c),
    )
    if (!isScript) return respond(answer)
    if (answer.status >= 400)
      return c.text('// There is no such widget.\n', 404, MISSING_SCRIPT_HEADERS)
    return c.text(embedScript, 200, SCRIPT_HEADERS)
  })

const SCRIPT_HEADERS = {
  'Content-Type': 'text/javascript; charset=utf-8',
  'Cache-Control': 'public, max-age=300',
  // Required by sites that use the `Cross-Origin-Embedder-Policy` header.
  'Cross-Origin-Resource-Policy': 'cross-origin',
}
/** Not cached, because a deleted widget can be restored. */
const MISSING_SCRIPT_HEADERS = { ...SCRIPT_HEADERS, 'Cache-Control': 'no-cache' }

widgetSurface.onError(async (error, c) => {
  const answer = onError(error, c)
  if (answer.status < 500) return answer
  const { status, html } = await renderNone('broken')
  c.header('Content-Security-Policy', WIDGET_POLICY)
  c.header('Cache-Control', 'no-store')
  c.header('Retry-After', '5')
  return c.html(html, status as 503)
})
