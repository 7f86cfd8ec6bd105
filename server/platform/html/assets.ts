import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { logoCss, pictureCss, tokensCss } from '../product/product.ts'
import { readAsset } from './read-asset.ts'

export { readAsset } from './read-asset.ts'

/** Style sheet or script of the server-rendered pages. Its name contains a hash of its text. */
export type Asset = { name: string; type: string; text: string }

const VALUE = String.raw`((?:[^(),]|\([^()]*\))+)`
const PAIR = new RegExp(String.raw`(--[\w-]+):\s*light-dark\(${VALUE},\s*${VALUE}\)`, 'g')

/** Builds a style sheet from the app's base styles and the given files. */
export const styleOf = (...sheets: string[]): Asset => {
  const ground = ['fonts', 'base'].map((name) => `src/ui/styles/${name}.css`)
  const own = [...ground, ...sheets].map(readAsset)
  const css = [tokensCss(), ...own, logoCss(), pictureCss()].join('\n')
  return asset('css', 'text/css; charset=utf-8', toOlderCss(css))
}
export const style = styleOf(
  ...['page', 'form', 'inspection'].map((name) => `server/platform/html/${name}.css`),
)
export const script = asset(
  'js',
  'text/javascript; charset=utf-8',
  ['page', 'passkey'].map((name) => readAsset(`server/platform/html/${name}.js`)).join('\n'),
)

/** Script of pages that need one only for passkeys. */
export const passkeyPageScript = asset(
  'js',
  'text/javascript; charset=utf-8',
  readAsset('server/platform/html/passkey.js'),
)

/** Library for passkeys. Pages load it when someone uses a passkey. */
export const passkeyScript = asset(
  'js',
  'text/javascript; charset=utf-8',
  readFileSync(libraryFile('@simplewebauthn/browser', '../dist/bundle/index.umd.min.js'), 'utf8'),
)
/** Files of the sign-in pages. */
export const ALL = [style, script, passkeyPageScript, passkeyScript]

export const ASSET_PATH = '/multi-connect/assets'

/**
 * Rewrites CSS for the oldest browsers that the app supports: separate light and dark colours
 * instead of `light-dark()`, and the width instead of the named breakpoint. The app's build does
 * the same.
 */
function toOlderCss(css: string): string {
  const bare = css.replace(/\/\*[^]*?\*\//g, '')
  const dark = [...bare.matchAll(PAIR)].map(([, name, , value]) => `${name}:${value}`)
  const schemes = `@media (prefers-color-scheme: dark){:root{${dark.join(';')}}}\n`
  return bare
    .replace(PAIR, '$1: $2')
    .replace('@media', `${schemes}@media`)
    .replaceAll('(--desk)', '(min-width: 993px)')
}

/** Returns a style sheet without comments and unneeded spaces. */
export const styleAsset = (css: string): Asset =>
  asset(
    'css',
    'text/css; charset=utf-8',
    css
      .replace(/\/\*[^]*?\*\//g, '')
      .replace(/\s+/g, ' ')
      .replace(/ ?([{}:;,>]) ?/g, '$1')
      .replaceAll(';}', '}')
      .trim(),
  )

function asset(extension: string, type: string, text: string): Asset {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12)
  return { name: `${hash}.${extension}`, type, text }
}

/** Returns the path of a package's file, relative to its entry. */
function libraryFile(name: string, path: string): string {
  return join(dirname(createRequire(import.meta.url).resolve(name)), path)
}
