import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { paths } from '#paths.ts'

const PAGES = ['README.md', 'CONTRIBUTING.md', ...filesIn('docs').filter((f) => f.endsWith('.md'))]

/** Folders that a page may leave out in front of a path: `links/link-search.ts`. */
const ROOTS = ['', 'src', 'server', 'src/features']
const FOLDERS = new Set(ROOTS.flatMap((root) => foldersIn(root || '.')))
const SOURCES = ['src', 'sw', 'server', 'tests', 'bench', 'scripts', 'demo', 'deploy']
const NAMES = new Set([...SOURCES.flatMap(filesIn), ...readdirSync('.')].map((f) => basename(f)))

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((f) => `${folder}/${f}`)
}

function foldersIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
}

/** Addresses of the app that look like folders of the project. */
const ADDRESSES = new Set(Object.values(paths).map((path) => String(path).replace(/^\//, '')))

/** `x` stands for any name in instructions: `server/x/x-routes.ts`. */
const PLACEHOLDER = /(^|\/)x(\/|\.|-|$)/
const SOURCE = /\.(?:d\.)?(?:m?ts|mjs|tsx|css|sql|html)$/

/** Returns whether a word in backticks names a file or a folder of the project. */
function isPath(word: string): boolean {
  if (!/^\w[\w.@-]*(?:\/[\w.@-]+)*\/?$/.test(word) || PLACEHOLDER.test(word)) return false
  if (!word.includes('/')) return SOURCE.test(word)
  return SOURCE.test(word) || FOLDERS.has(word.split('/')[0] ?? '')
}

function isThere(path: string): boolean {
  if (!path.includes('/')) return NAMES.has(path)
  return ROOTS.some((root) => existsSync(join(root, path)))
}

/** Returns the words in backticks of a page that name no existing file. */
function missingIn(text: string): string[] {
  const words = [...text.matchAll(/`([^`\n]+)`/g)].map(([, word = '']) => word)
  return words.filter((word) => isPath(word) && !ADDRESSES.has(word) && !isThere(word))
}

test.each(PAGES)('%s names only files and folders that exist', (page) => {
  expect(missingIn(readFileSync(page, 'utf8'))).toEqual([])
})

test('a name of a moved file is found in every form', () => {
  const text =
    '`server/health` `src/gone.ts` `links/gone.ts` `gone.tsx` `tests/api/gone.test.ts` `server/gone/`'
  expect(missingIn(text)).toHaveLength(6)
  expect(missingIn('`server/links` `links/link-search.ts` `server/x/x.ts` `text/csv`')).toEqual([])
})
