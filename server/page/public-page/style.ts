import { createHash } from 'node:crypto'
import { readAsset, styleAsset } from '../../platform/html/assets.ts'
import { themeCss } from './themes.ts'

/**
 * Returns the app's font in a single width, which is all a page needs. It has half the size and
 * loads along with the first images.
 */
const fontsCss = () =>
  readAsset('src/ui/styles/fonts.css')
    .replace('split-instrument-sans.woff2', 'split-instrument-sans-page.woff2')
    .replace(/font-stretch: [\d%\s]+;/, '')

/** Returns the styles shared by pages and widgets. */
export const sharedCss = () =>
  [fontsCss(), themeCss(), readAsset('server/page/public-page/things.css')].join('\n')

/** Stylesheet of all pages, named by the hash of its text. */
export const style = styleAsset(
  [sharedCss(), readAsset('server/page/public-page/page.css')].join('\n'),
)

/** Path for the preview only. Its frame has the app's policy, which forbids inline styles. */
export const STYLE_PATH = `/p/assets/${style.name}`

/** Hash that allows the inline style in the policy of pages. */
export const STYLE_HASH = `sha256-${createHash('sha256').update(style.text).digest('base64')}`
