import { Hono, type Context } from 'hono'
import type { AppEnv } from '../env.ts'
import { remoteAddressOf } from '../http/client-address.ts'
import { onError } from '../http/on-error.ts'
import { encodingFor } from './kept-page.ts'
import { POLICY } from './policy.ts'
import type { PageAnswer, PageRequest } from './public-pages.ts'
import { renderNone } from './render.tsx'
import { style, styleBytes } from './style.ts'

/** Mounted at /p: what creators publish, for anybody. */
export const publicPage = new Hono<AppEnv>()
  .get('/assets/:name', (c) => {
    if (c.req.param('name') !== style.name) return c.notFound()
    const encoding = encodingFor(c.req.header('accept-encoding') ?? '')
    c.header('Content-Type', style.type)
    c.header('Cache-Control', 'public, max-age=31536000, immutable')
    c.header('Vary', 'Accept-Encoding')
    if (encoding !== 'identity') c.header('Content-Encoding', encoding)
    return c.body(new Uint8Array(styleBytes[encoding]))
  })
  .get('/:slug', async (c) => {
    const named = c.req.param('slug')
    const slug = named.toLowerCase()
    if (slug !== named) return c.redirect(`/p/${encodeURIComponent(slug)}`, 308)
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

function requestOf(c: Context<AppEnv>): PageRequest {
  const header = (name: string) => c.req.header(name) ?? ''
  return {
    isHead: c.req.method === 'HEAD',
    remote: remoteAddressOf(c) ?? '',
    forwardedFor: header('x-forwarded-for'),
    userAgent: header('user-agent'),
    purpose: header('sec-purpose') || header('purpose') || header('x-moz'),
    accepted: header('accept-encoding'),
    known: header('if-none-match'),
  }
}

function respond({ status, headers, body }: PageAnswer): Response {
  const pairs = headers.flatMap((name, at): [string, string][] =>
    at % 2 === 0 ? [[name, headers[at + 1] ?? '']] : [],
  )
  return new Response(body && new Uint8Array(body), { status, headers: pairs })
}
