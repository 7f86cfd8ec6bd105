import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { paths } from '#paths.ts'

const PAGES = ['README.md', 'CONTRIBUTING.md', ...filesIn('docs').filter((f) => f.endsWith('.md'))]

/** Folders that a page may leave out in front of a path: `links/link-search.ts`. */
const ROOTS = ['', 'src', 'server', 'src/features']
const FOLDERS = new Set(ROOTS.flatMap((root) => foldersIn(root || '.')))
// Created by a start, so its contents depend on what was done before.
FOLDERS.delete('data')
const SOURCES = ['src', 'sw', 'server', 'extension', 'tests', 'bench', 'scripts', 'demo', 'deploy']
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

/** Returns the anchors of the headings of a page, as GitHub forms them. */
const anchorsIn = (text: string) =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/ /g, '-'),
  )

/** Returns the links of a page whose file or heading does not exist. */
function deadLinksIn(page: string, text: string): string[] {
  const links = text.replace(/`[^`\n]*`/g, '').matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g)
  return [...links].flatMap(([, link = '']) => {
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? page : join(dirname(page), file)
    if (!existsSync(target)) return [link]
    const isDead = anchor !== undefined && !anchorsIn(readFileSync(target, 'utf8')).includes(anchor)
    return isDead ? [link] : []
  })
}

/** Returns the paths in commands of a page that do not exist. */
function missingInCommands(text: string): string[] {
  const blocks = [...text.matchAll(/^```\w*\n(.*?)^```/gms)].map(([, block = '']) => block)
  const folders = ['docs', ...SOURCES].join('|')
  const paths = new RegExp(`(?<=^|[\\s"'=])(?:${folders})/[\\w./-]*\\w`, 'gm')
  return blocks.flatMap((block) => block.match(paths) ?? []).filter((path) => !existsSync(path))
}

test.each(PAGES)('%s links only to files and headings that exist', (page) => {
  expect(deadLinksIn(page, readFileSync(page, 'utf8'))).toEqual([])
})

test.each(PAGES)('%s has commands with paths that exist', (page) => {
  expect(missingInCommands(readFileSync(page, 'utf8'))).toEqual([])
})

test('every page of the decisions is checked, and dead links and paths are found', () => {
  expect(PAGES).toContain('docs/decisions/operator/demo-data.md')
  const text = '[a](../api.md) [b](gone.md) [c](README.md#no-such) [d](https://x.example)'
  expect(deadLinksIn('docs/decisions/README.md', text)).toEqual(['gone.md', 'README.md#no-such'])
  const commands = '```sh\nsh deploy/gone.sh --config=docs/api.md\n```\n'
  expect(missingInCommands(commands)).toEqual(['deploy/gone.sh'])
})

test.each(PAGES)('%s names only files and folders that exist', (page) => {
  expect(missingIn(readFileSync(page, 'utf8'))).toEqual([])
})

test('a name of a moved file is found in every form', () => {
  const text =
    '`server/health` `src/gone.ts` `links/gone.ts` `gone.tsx` `tests/api/gone.test.ts` `server/gone/`'
  expect(missingIn(text)).toHaveLength(6)
  expect(missingIn('`server/links` `links/link-search.ts` `server/x/x.ts` `text/csv`')).toEqual([])
})
