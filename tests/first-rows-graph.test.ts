import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { sourceFiles } from './support/source-files.ts'

/*
 * A start fetches and runs all static imports before the first rows of links are shown.
 * bench/load.ts measures their size. These tests limit which modules they may include.
 */

/** Modules of the start and of the data layer, and the two screens that most visits start with. */
const START = [
  'src/early.ts',
  'src/main.tsx',
  'src/start.tsx',
  'src/app/problems/problems.ts',
  'src/live/mirror.ts',
]
const SCREENS = [
  'src/features/links/list/links-screen.tsx',
  'src/features/links/home/home-screen.tsx',
]

const PACKAGES = ['@phosphor-icons/react', '@tanstack/react-router', 'idb', 'jotai', 'react']
const ALSO = ['react-dom', 'valibot']

const STATIC = /^(?:import|export)\s(?!type\b)(?:[^'"()]*?\sfrom\s)?['"]([^'"]+)['"]/gm

function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(STATIC)].map(([, to = '']) => {
    if (to.startsWith('#')) return `src/${to.slice(1)}`
    return to.startsWith('.') ? normalize(join(dirname(file), to)) : to
  })
}

/** Returns the files with everything they import, directly or indirectly: files and packages. */
function closure(files: string[]): Set<string> {
  const found = new Set(files)
  for (const file of found)
    if (/\.tsx?$/.test(file) && existsSync(file)) for (const to of importsOf(file)) found.add(to)
  return found
}

const packageOf = (name: string) =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')

test('the script in the page, which draws rows as text, needs no package and only the styles of the entry', () => {
  const all = [...closure(['src/early.ts'])]
  expect(all).toContain('src/features/links/list/first-rows/saved-rows.ts')
  expect(all.filter((name) => !name.startsWith('src/'))).toEqual([])
  const styles = all.filter((name) => name.endsWith('.css'))
  expect(styles).not.toEqual([])
  expect([...closure(['src/main.tsx'])]).toEqual(expect.arrayContaining(styles))
})

test('the entry imports neither validation nor rendering', () => {
  const all = [...closure(['src/main.tsx'])]
  expect(all.filter((name) => !name.startsWith('src/')).map(packageOf)).toEqual(['idb'])
})

test.each(SCREENS)('the first rows of %s need few packages', (screen) => {
  const all = [...closure([...START, screen])]
  expect(all.length).toBeGreaterThan(80)
  const packages = new Set(all.filter((name) => !name.startsWith('src/')).map(packageOf))
  expect([...packages].sort()).toEqual([...PACKAGES, ...ALSO])
})

test.each([
  ['the library of the mirror', 'src/mirror/store/db.ts'],
  ['the transport', 'src/http/client.ts'],
  ['what asks the server', 'src/live/sync/revalidate.ts'],
  ['the dialogs of failures', 'src/app/problems/problem-host.tsx'],
  ['what is said at the foot', 'src/app/status/status-banner.tsx'],
  ['the link dialog', 'src/features/links/link-dialog.tsx'],
  ['the menu of a row', 'src/features/links/link-actions.ts'],
  ['the first steps', 'src/features/people/onboarding/onboarding-wizard.tsx'],
  ['what brings the first steps up', 'src/features/people/onboarding/welcome.tsx'],
  ['what to try next', 'src/features/people/onboarding/home-tasks.tsx'],
  ['what was reached for the first time', 'src/features/people/milestones/milestones.tsx'],
  ['the lines of 30 days', 'src/features/links/list/row/recent-clicks.tsx'],
  ['the keys of every screen', 'src/app/shortcuts/shortcut-keys.tsx'],
  ['the bar of many links', 'src/features/links/select/bulk-bar.tsx'],
])('%s is loaded after the first rows', (_what, file) => {
  expect(existsSync(file)).toBe(true)
  expect(closure([...START, ...SCREENS])).not.toContain(file)
})

test('later files import no styles of the first rows, because those would become a separate file', () => {
  const first = closure([...START, ...SCREENS])
  const later = sourceFiles('src').filter(
    (file) => /(?<!\.test)\.tsx?$/.test(file) && !first.has(file),
  )
  const styles = [...first].filter((file) => file.endsWith('.css'))
  expect(styles.length).toBeGreaterThan(20)
  const split = later.flatMap((file) =>
    importsOf(file).flatMap((to) => (styles.includes(to) ? `${file} imports ${to}` : [])),
  )
  expect(split).toEqual([])
})
