import { readAsset, styleAsset } from '../html/assets.ts'
import { themeCss } from './themes.ts'

/** What all that strangers see of creators' things is drawn with. */
export const thingsCss = () =>
  [readAsset('src/ui/fonts.css'), themeCss(), readAsset('server/public-page/things.css')].join('\n')

/** The one stylesheet of all pages, under the hash of its text. */
export const style = styleAsset([thingsCss(), readAsset('server/public-page/page.css')].join('\n'))

export const STYLE_PATH = `/p/assets/${style.name}`
