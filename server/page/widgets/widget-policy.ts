import { createHash } from 'node:crypto'
import { readAsset } from '../../platform/html/assets.ts'

/**
 * Script in the frame. It reads the site's theme from its own URL and sends its height and title to
 * the site, because a frame of another origin cannot be measured from outside. Links have the
 * widget parameter only during a click, so that a URL copied from the frame is the plain short URL.
 */
export const frameScript = readAsset('server/page/widgets/frame.js').trim()

const hash = createHash('sha256').update(frameScript).digest('base64')

/**
 * Content security policy of widgets. Any site may frame them. One script is allowed by its hash,
 * and no external resources.
 */
export const WIDGET_POLICY = [
  "default-src 'none'",
  `script-src 'sha256-${hash}'`,
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  'frame-ancestors *',
].join('; ')
