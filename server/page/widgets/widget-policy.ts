import { createHash } from 'node:crypto'
import { readAsset } from '../../platform/html/assets.ts'

/**
 * Takes the site's theme from its own address, and tells the site how high it is and what it is called: a
 * frame of another origin cannot be measured from outside. Links have their mark only while they are
 * pressed, so that an address which is copied out of the frame is the short URL alone.
 */
export const frameScript = readAsset('server/page/widgets/frame.js').trim()

const hash = createHash('sha256').update(frameScript).digest('base64')

/** In anybody's frame, as nothing else here is. One script, known by its text; nothing from elsewhere. */
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
