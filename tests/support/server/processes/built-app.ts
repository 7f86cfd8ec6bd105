import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

export const THEME_SNIPPET = "document.documentElement.dataset.theme = 'dark'"
export const STYLES = ':root { color-scheme: light dark }'
export const INDEX_HTML = `<!doctype html><title>Split</title><script>${THEME_SNIPPET}</script><style>${STYLES}</style><script type="module" src="/assets/app-Ab12Cd34.js"></script>`
export const SCRIPT = `console.log(${'1 + '.repeat(500)}1)`

export const hashOf = (text: string) => createHash('sha256').update(text).digest('base64')

/** Creates the files of a build that the server needs, without building. */
export function makeBuiltApp(): { distDir: string; remove(): void } {
  const distDir = mkdtempSync(join(tmpdir(), 'split-test-app-'))
  const files: Record<string, string | Buffer> = {
    'index.html': INDEX_HTML,
    'sw.js': 'self.skipWaiting()',
    'manifest.webmanifest': '{"name":"Split"}',
    'icons/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'assets/app-Ab12Cd34.js': SCRIPT,
    'assets/app-Ab12Cd34.js.gz': gzipSync(SCRIPT),
  }
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(distDir, name)), { recursive: true })
    writeFileSync(join(distDir, name), content)
  }
  return { distDir, remove: () => rmSync(distDir, { recursive: true }) }
}
