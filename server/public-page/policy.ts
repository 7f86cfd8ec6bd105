import { STYLE_HASH } from './style.ts'

/** No script, nothing from elsewhere, and nobody's frame. */
export const POLICY = [
  "default-src 'none'",
  "script-src 'none'",
  `style-src '${STYLE_HASH}'`,
  "img-src 'self'",
  "font-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')
