import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { ENDPOINT_META } from '#contract/app-constants.ts'
import type { Config } from '../config/config.ts'
import type { AppEnv } from '../../env.ts'
import { canParseUrl } from '#contract/text/can-parse-url.ts'

/** Sets security headers on every response, except those that a route has set itself. */
export function securityHeaders(config: Config, indexHtml: string): MiddlewareHandler<AppEnv> {
  const headers = Object.entries({
    'Content-Security-Policy': contentPolicy(config, indexHtml),
    ...commonHeaders(config),
  })
  return async (c, next) => {
    await next()
    for (const [name, value] of headers) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value)
    }
  }
}

/** Returns the headers that are the same for every response. */
export function commonHeaders(config: Pick<Config, 'appOrigin'>): Record<string, string> {
  const secure = config.appOrigin.startsWith('https:')
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    // A browser keeps this for a year, so it is set only if APP_ORIGIN uses https.
    ...(secure && { 'Strict-Transport-Security': 'max-age=31536000' }),
  }
}

function contentPolicy({ appOrigin, sentryDsn }: Config, indexHtml: string): string {
  const sentry = sentryDsn && sentryDsn !== 'self' ? new URL(sentryDsn).origin : ''
  const api = endpointOrigin(indexHtml)
  const directives = {
    'default-src': "'self'",
    'script-src': ["'self'", ...inlineContents('script', indexHtml).map(hashSource)].join(' '),
    'style-src': ["'self'", ...inlineContents('style', indexHtml).map(hashSource)].join(' '),
    'img-src': `'self' data: blob: ${api}`,
    'connect-src': `'self' ${api} ${sentry}`,
    // Browsers apply this to the redirect after the sign-in form, too.
    'form-action': `'self' ${appOrigin}`,
    'object-src': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.trim().replace(/ +/g, ' ')}`)
    .join('; ')
}

/**
 * Returns the API origin of a build with `VITE_ENDPOINT_ROOT`, read from the page; empty if the API
 * has the same origin.
 */
function endpointOrigin(html: string): string {
  const [, root] = new RegExp(`<meta name="${ENDPOINT_META}" content="([^"]*)"`).exec(html) ?? []
  return root && canParseUrl(root) ? new URL(root).origin : ''
}

/** Returns the inline scripts or styles of the page. */
function inlineContents(element: 'script' | 'style', html: string): string[] {
  const whole = new RegExp(`<${element}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${element}>`, 'gi')
  return [...html.matchAll(whole)].map(([, text = '']) => text)
}

const hashSource = (text: string) =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`
