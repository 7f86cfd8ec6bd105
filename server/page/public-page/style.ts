import { createHash } from 'node:crypto'
import { readAsset, styleAsset } from '../../platform/html/assets.ts'
import { themeCss } from './themes.ts'

/**
 * The app's type at its one usual width, which is all that a page needs: half as heavy, and it comes
 * beside the pictures of the first screen.
 */
const fontsCss = () =>
  readAsset('src/ui/fonts.css')
    .replace('split-instrument-sans.woff2', 'split-instrument-sans-page.woff2')
    .replace(/font-stretch: [\d%\s]+;/, '')

/** What all that strangers see of creators' things is drawn with. */
export const thingsCss = () =>
  [fontsCss(), themeCss(), readAsset('server/page/public-page/things.css')].join('\n')

/** The one stylesheet of all pages, under the hash of its text. */
export const style = styleAsset(
  [thingsCss(), readAsset('server/page/public-page/page.css')].join('\n'),
)

/** For the preview alone: a frame in the app has the app's policy, which knows no style in a page. */
export const STYLE_PATH = `/p/assets/${style.name}`

/** How the policy of pages knows the style that stands in them. */
export const STYLE_HASH = `sha256-${createHash('sha256').update(style.text).digest('base64')}`
