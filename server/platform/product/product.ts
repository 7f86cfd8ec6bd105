import { readAsset } from '../html/read-asset.ts'
import { COLOR, problemOf, tokensOf } from './colors.ts'

/**
 * Look of the product. Like its name (`src/contract/text/product-name.ts`) it comes straight from the
 * environment, because styles and texts are constants of their modules. `readProduct` of the
 * configuration checks it.
 */
const color = process.env['PRODUCT_COLOR']?.trim()
const isUsable = color !== undefined && COLOR.test(color) && problemOf(color) === undefined
const tokens = isUsable ? tokensOf(color) : {}

/** Whether the operator has set a logo, which then replaces the mark everywhere. */
export const hasLogo = Boolean(process.env['PRODUCT_LOGO']?.trim())
/** Path of the logo as a square picture. */
export const LOGO_PATH = '/icons/icon-192.png'

/** Returns the style that shows the logo in place of the mark; empty without a logo. */
export const logoCss = (origin = '') =>
  hasLogo
    ? `[data-mark]{background:url(${origin}${LOGO_PATH}) center/contain no-repeat}[data-mark] path{display:none}`
    : ''

/**
 * Returns the style of the picture beside the sign-in form, which is drawn on the product's colour.
 * Empty without a colour.
 */
export const pictureCss = () =>
  tokens['brand-a'] ? `.panel .picture{--color-brand-a:${tokens['brand-a'][0]}}` : ''

/** Returns `src/ui/styles/tokens.css` with the colours of the product. */
export const tokensCss = () => withColors(readAsset('src/ui/styles/tokens.css'))

const withColors = (css: string) =>
  css.replace(/--color-([\w-]+): light-dark\((?:[^()]|\([^()]*\))+\)/g, (whole, name: string) => {
    const pair = tokens[name]
    return pair ? `--color-${name}: light-dark(${pair.join(', ')})` : whole
  })

/**
 * Returns a style with the product's colours for a page of the build, which has its own styles in
 * a layer. Empty without a colour.
 */
export function colorStyle(): string {
  const values = Object.entries(tokens).map(
    ([name, [light, dark]]) =>
      `--color-${name}:var(--lightningcss-light,${light}) var(--lightningcss-dark,${dark})`,
  )
  return values.length === 0 ? '' : `:root,[data-theme]{${values.join(';')}}`
}

/** Returns the colours of a token, or those of the default. */
export const colorPair = (name: string, byDefault: readonly [string, string]) =>
  tokens[name] ?? byDefault

/** Returns the colour of the installed app; undefined for the default. */
export const themeColor = () => tokens['action']?.[0]
