import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { code, importsOf, importCycles } from '#support/import-graph.ts'

/** Addresses of all screens. */
const PATHS = 'src/paths.ts'
/** The same addresses without the functions that read them. */
const ADDRESSES = 'src/addresses.ts'
/** Types of the objects that requests and jobs work with. Every module of the server needs them. */
const DEPS = 'server/env.ts'

/** Modules of the server, lowest first. Each may import the modules before it. */
const SERVER_MODULES = [
  'platform', // database, HTTP, jobs, storage, outgoing requests, email, configuration
  'people', // accounts, profiles, uploads, notifications
  'links', // links, collections, brands' shops, reading of target pages, imports
  'redirect', // redirects, clicks, analytics
  'page', // public pages, widgets, own domains
  'money', // orders, ledger, wallet, referrals
  'partners', // chat, connections with brands, the brands' desk
  'operator', // operator commands, content, backup, reports, legal pages, account deletion, exports
]

/** Layers of the app and the modules of its screens: what each folder may import besides itself. */
const RULES: [folder: string, mayImport: string[]][] = [
  ['src/contract', []],
  ['src/http', ['src/contract']],
  ['src/api', ['src/contract', 'src/http']],
  ['src/mirror', ['src/contract', 'src/http', 'src/api']], // also runs in the service worker
  ['src/live', ['src/contract', 'src/http', 'src/api', 'src/mirror']], // runs only in a window
  ['src/ui', ['src/contract/text']],
  ['src/app', ['src/contract', 'src/http', 'src/api', 'src/mirror', 'src/live', 'src/ui', PATHS]],
  ['src/boot', ['src/contract']], // runs in every browser, also unsupported ones
  ['src/features/people', ['src/features/partners']],
  ['src/features/links', ['src/features/partners', 'src/features/people', ADDRESSES]],
  ['src/features/page', ['src/features/links', 'src/features/people']],
  ['src/features/money', ['src/features/links', 'src/features/people']],
  ['src/features/redirect', ['src/features/links']],
  [
    'src/features',
    ['src/contract', 'src/http', 'src/api', 'src/mirror', 'src/live', 'src/ui', 'src/app', PATHS],
  ],
  ['src', ['src']], // the files that start the app
  ['sw', ['src/contract', 'src/http', 'src/api', 'src/mirror']],
  ['server', ['src/contract', 'extension/package']],
  ['extension', ['src/contract']], // runs in browsers; the server packs it
]

/** Maximum number of files directly in a folder, so that a reader can survey it. */
const MAX_FILES = 40
/** Folder whose files drizzle-kit creates, one or two per migration. */
const GENERATED = 'server/platform/db/migrations'

const within = (folder: string) => (path: string) => path.startsWith(`${folder}/`)

/** Returns the most specific folder of RULES, or the feature's own folder. */
const home = (file: string) =>
  /^src\/features\/[^/]+/.exec(file)?.[0] ??
  RULES.find(([folder]) => within(folder)(file))?.[0] ??
  file

const allowed = (file: string) =>
  RULES.filter(([folder]) => within(folder)(file) && folder !== 'src').flatMap(([, to]) => to)

test('the table is compared with real files', () => {
  expect(code.length).toBeGreaterThan(100)
  expect(importsOf('src/start.tsx')).toContain('src/routes.tsx')
  expect(importsOf('src/screens.ts')).toContain('src/features/links/list/links-screen.tsx')
})

test.each(code.filter((file) => dirname(file) !== 'src'))('%s imports only what it may', (file) => {
  const strangers = importsOf(file).filter(
    (to) =>
      !within(home(file))(to) && !allowed(file).some((place) => to === place || within(place)(to)),
  )
  expect(strangers).toEqual([])
})

/** Returns the module of a server file. Undefined for the files that start the server. */
const serverModule = (file: string) => /^server\/([^/]+)\//.exec(file)?.[1]

test('every folder of the server is a module', () => {
  const found = new Set(code.map(serverModule).filter((name) => name !== undefined))
  expect([...found].toSorted()).toEqual(SERVER_MODULES.toSorted())
})

test.each(SERVER_MODULES)('the server module %s imports only lower modules', (name) => {
  const lower = SERVER_MODULES.slice(0, SERVER_MODULES.indexOf(name) + 1)
  const wrong = code
    .filter((file) => serverModule(file) === name)
    .flatMap((file) =>
      importsOf(file)
        .filter(within('server'))
        .filter((to) => !lower.includes(serverModule(to) ?? '') && to !== DEPS)
        .map((to) => `${file} -> ${to}`),
    )
  expect(wrong).toEqual([])
})

test('modules import nothing but types from the list of dependencies', () => {
  const wrong = code
    .filter((file) => serverModule(file) !== undefined && importsOf(file).includes(DEPS))
    .filter((file) => !/^import type .*\/env\.ts'$/m.test(readFileSync(file, 'utf8')))
  expect(wrong).toEqual([])
})

/** Returns a message for each folder that has too many files directly in it. */
function fullFolders(files: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const file of files.filter((path) => !within(GENERATED)(path)))
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count > MAX_FILES)
    .map(
      ([folder, count]) =>
        `${folder} has ${count} files, at most ${MAX_FILES} are allowed: group some in a subfolder`,
    )
}

test('no folder has more than forty files directly in it', () => {
  const tracked = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0')
  expect(tracked).toContain('src/ui/button.tsx')
  expect(fullFolders(tracked)).toEqual([])
})

test('a folder with too many files of any kind is reported', () => {
  const styles = Array.from({ length: MAX_FILES }, (_, index) => `src/x/${index}.module.css`)
  const others = ['src/x/y/button.tsx', ...styles.map((_, index) => `${GENERATED}/${index}.sql`)]
  expect(fullFolders([...styles, ...others])).toEqual([])
  expect(
    fullFolders([...styles, 'src/x/button.test.tsx', ...others, `${GENERATED}/a.sql`]),
  ).toEqual(['src/x has 41 files, at most 40 are allowed: group some in a subfolder'])
})

test('no files import each other in a circle, types included', () => {
  expect(importCycles()).toEqual([])
})

test('files of the same folder are imported by path, others by alias', () => {
  const wrong = code.flatMap((file) =>
    importsOf(file)
      .filter((to) => file.startsWith('src/') && home(to) !== home(file) && to.startsWith('src/'))
      .filter((to) => !readFileSync(file, 'utf8').includes(`#${to.slice('src/'.length)}`))
      .filter(() => dirname(file) !== 'src')
      .map((to) => `${file} -> ${to}`),
  )
  expect(wrong).toEqual([])
})

test('the UI kit needs no library but React and the icons', () => {
  const packages = code
    .filter(within('src/ui'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/from '([^#.'][^']*)'/g)].map(
        ([, name = '']) => name,
      ),
    )
  const others = packages.filter((name) => !/^(react|react-dom)$|^@phosphor-icons\//.test(name))
  expect(others).toEqual([])
})
