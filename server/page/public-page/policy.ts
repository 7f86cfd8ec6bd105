import { STYLE_HASH } from './style.ts'

/**
 * Content security policy of public pages: no scripts, no external resources, no framing. There are
 * no scripts that could use `connect-src`, but page testing tools fetch /robots.txt in the page's
 * context and would report it missing with 'none'.
 */
export const POLICY = [
  "default-src 'none'",
  "script-src 'none'",
  "connect-src 'self'",
  `style-src '${STYLE_HASH}'`,
  "img-src 'self'",
  "font-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')
