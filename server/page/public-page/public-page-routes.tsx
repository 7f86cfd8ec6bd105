import { Hono } from 'hono'
import type { AppEnv } from '../../env.ts'
import { onError } from '../../platform/http/on-error.ts'
import { POLICY } from './policy.ts'
import { renderNone } from './render.tsx'
import { requestOf, respond } from './respond.ts'
import { style } from './style.ts'
import { serveStyle } from '../../platform/html/serve-style.ts'

/** Returns the page name at the start of a path. Punctuation that was copied along is cut off. */
const slugIn = (path: string) =>
  /^[a-z0-9-]{3,}/.exec(path.toLowerCase())?.[0] ?? path.toLowerCase()

/** Routes of /p: published pages, for everyone. */
export const publicPage = new Hono<AppEnv>()
  .get('/assets/:name', serveStyle(style))
  .get('/:slug', async (c) => {
    const name = c.req.param('slug')
    const slug = slugIn(name)
    if (slug !== name) return c.redirect(`/p/${encodeURIComponent(slug)}`, 308)
    return respond(await c.var.deps.publicPages.answer(slug, requestOf(c)))
  })

publicPage.onError(async (error, c) => {
  const answer = onError(error, c)
  if (answer.status < 500) return answer
  const { status, html } = await renderNone('broken', c.var.deps.config)
  c.header('Content-Security-Policy', POLICY)
  c.header('Cache-Control', 'no-store')
  c.header('Retry-After', '5')
  return c.html(html, status as 503)
})
