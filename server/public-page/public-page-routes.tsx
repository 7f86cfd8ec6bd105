import { Hono, type Context } from 'hono'
import type { AppEnv } from '../env.ts'
import { renderNone, renderSlug, type Rendered } from './render.tsx'
import { onError } from '../http/on-error.ts'
import { style, styleBytes } from './style.ts'

/** Mounted at /p: what creators publish, for anybody. */
export const publicPage = new Hono<AppEnv>()
  .get('/assets/:name', (c) => {
    if (c.req.param('name') !== style.name) return c.notFound()
    const encoding = encodingFor(c.req.header('accept-encoding'))
    c.header('Content-Type', style.type)
    c.header('Cache-Control', 'public, max-age=31536000, immutable')
    c.header('Vary', 'Accept-Encoding')
    if (encoding !== 'identity') c.header('Content-Encoding', encoding)
    return c.body(new Uint8Array(styleBytes[encoding]))
  })
  .get('/:slug', async (c) => {
    const named = c.req.param('slug')
    const slug = named.toLowerCase()
    if (slug !== named) return c.redirect(`/p/${slug}`, 308)
    return send(c, await renderSlug(c.var.deps, slug))
  })

publicPage.onError(async (error, c) => {
  const answer = onError(error, c)
  if (answer.status < 500) return answer
  return send(c, await renderNone('broken', c.var.deps.config))
})

function send(c: Context<AppEnv>, { status, html, location }: Rendered) {
  c.header('Content-Security-Policy', POLICY)
  c.header('Cache-Control', 'no-cache')
  if (location !== undefined) return c.redirect(location, 308)
  return c.html(html, status as 200)
}

export function encodingFor(accepted = ''): 'br' | 'gzip' | 'identity' {
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}

export const POLICY = [
  "default-src 'none'",
  "script-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')
