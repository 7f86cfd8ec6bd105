import { brotliCompressSync, gzipSync } from 'node:zlib'
import { readAsset, styleAsset } from '../html/assets.ts'
import { themeCss } from './themes.ts'

/** The one stylesheet of all pages, under the hash of its text. */
export const style = styleAsset(
  [readAsset('src/ui/fonts.css'), themeCss(), readAsset('server/public-page/page.css')].join('\n'),
)

export const STYLE_PATH = `/p/assets/${style.name}`

export const styleBytes = {
  br: brotliCompressSync(style.text),
  gzip: gzipSync(style.text, { level: 9 }),
  identity: Buffer.from(style.text),
}
