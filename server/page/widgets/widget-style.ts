import { MAX_WIDGET_COLUMNS } from '#contract/page/widgets.ts'
import { readAsset, styleAsset } from '../../platform/html/assets.ts'
import { sharedCss } from '../public-page/style.ts'

/**
 * Rules for the number of columns. Inline styles could set it directly, but the policy forbids
 * them.
 */
const columns = Array.from(
  { length: MAX_WIDGET_COLUMNS },
  (_, at) => `[data-columns='${at + 1}']{--columns:${at + 1}}`,
)

/** Stylesheet of all widgets, named by the hash of its text. */
export const style = styleAsset(
  [sharedCss(), readAsset('server/page/widgets/widget.css'), ...columns].join('\n'),
)

export const STYLE_PATH = `/w/assets/${style.name}`
