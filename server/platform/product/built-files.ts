import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { APP_NAME, DEFAULT_NAME } from '#contract/text/product-name.ts'
import { colorStyle, logoCss, themeColor } from './product.ts'

/** Contents of files by path, instead of those of the build. */
export type Replaced = ReadonlyMap<string, Buffer>

/**
 * Returns the files of the built app that differ because of the operator's name, colour and logo.
 * Empty if none is set. The service worker lists the new contents, so devices fetch them with the
 * next update.
 */
export function replacedFiles(folder: string, icons: Replaced): Replaced {
  const files = new Map<string, Buffer>(icons)
  if (APP_NAME === DEFAULT_NAME && icons.size === 0 && colorStyle() === '') return files
  const replace = (path: string, change: (text: string) => string) => {
    const file = join(folder, path)
    if (existsSync(file)) files.set(path, Buffer.from(change(readFileSync(file, 'utf8'))))
  }
  replace('/index.html', namedPage)
  replace('/manifest.webmanifest', namedManifest)
  replace('/sw.js', (code) => namedWorker(code, files))
  return files
}

/** Parts of a page whose text is not shown. */
const CODE = /(<(script|style)\b[^>]*>[\s\S]*?<\/\2>)/

/** Writes the name into the page, as text and for the app, and adds the colours and the logo. */
function namedPage(html: string): string {
  const named = html
    .split(CODE)
    // Each match adds two parts: the element and its name.
    .map((part, index) => (index % 3 === 0 ? withName(part) : index % 3 === 1 ? part : ''))
    .join('')
  const css = colorStyle() + logoCss()
  return named
    .replace('<html ', `<html data-product="${APP_NAME}" `)
    .replace('</head>', css === '' ? '</head>' : `<style>${css}</style></head>`)
}

const withName = (text: string) =>
  text.replaceAll(new RegExp(`\\b${DEFAULT_NAME}\\b`, 'g'), () => APP_NAME)

type Manifest = { name: string; short_name: string; theme_color: string; screenshots?: object[] }

/** Names the installed app. Pictures of it are left out, because they show the default name. */
function namedManifest(text: string): string {
  const { screenshots: _, ...manifest } = JSON.parse(text) as Manifest
  const theme_color = themeColor() ?? manifest.theme_color
  return JSON.stringify({ ...manifest, name: APP_NAME, short_name: APP_NAME, theme_color })
}

/** Writes the name into the service worker, and the revisions of files that it keeps. */
function namedWorker(code: string, files: Replaced): string {
  let named = `self.PRODUCT_NAME=${JSON.stringify(APP_NAME)};${code}`
  for (const [path, content] of files) {
    const revision = createHash('sha256').update(content).digest('hex').slice(0, 32)
    const url = `"url":"${path.slice(1)}"`
    named = named.replace(
      new RegExp(`"revision":"\\w+",${url.replaceAll('.', '\\.')}`),
      () => `"revision":"${revision}",${url}`,
    )
  }
  return named
}
