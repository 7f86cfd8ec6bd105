import { MAX_WIDGET_COLUMNS } from '#contract/widgets.ts'
import { readAsset, styleAsset } from '../../platform/html/assets.ts'
import { thingsCss } from '../public-page/style.ts'

/** A number in an attribute of its own would be inline style, which the policy forbids. */
const columns = Array.from(
  { length: MAX_WIDGET_COLUMNS },
  (_, at) => `[data-columns='${at + 1}']{--columns:${at + 1}}`,
)

/** The one stylesheet of all widgets, under the hash of its text. */
export const style = styleAsset(
  [thingsCss(), readAsset('server/page/widgets/widget.css'), ...columns].join('\n'),
)

export const STYLE_PATH = `/w/assets/${style.name}`
