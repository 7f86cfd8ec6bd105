import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/** Who may import whom, most specific folder first. This table is the architecture. */
const RULES: [folder: string, mayImport: string[]][] = [
  ['src/contract', []],
  ['src/api', ['src/contract']],
  ['src/mirror', ['src/contract', 'src/api']],
  ['src/ui', []],
  ['src/app', ['src/contract', 'src/api', 'src/mirror', 'src/ui']],
  ['src/features/home', ['src/features/links']], // it shows the newest links
  ['src/features/links', ['src/features/photos']], // a link's own picture
  ['src/features/profile', ['src/features/links', 'src/features/photos']], // its refusals in the same words; the avatar's editor
  ['src/features/collections', ['src/features/links', 'src/features/photos']], // they hold links, and have covers
  ['src/features/data-exports', ['src/features/links']], // they say in the same words what failed
  ['src/features/imports', ['src/features/links']], // as do imports
  ['src/features/settings', ['src/features/links']], // and settings
  ['src/features', ['src/contract', 'src/api', 'src/mirror', 'src/ui', 'src/app']],
  ['src', ['src']], // main.tsx, start.tsx and routes.tsx put it all together
  ['sw', ['src/contract', 'src/api', 'src/mirror']],
  ['server', ['src/contract']],
]

const within = (folder: string) => (path: string) => path.startsWith(`${folder}/`)

/** The innermost folder the rules know, or for a feature, the feature itself. */
const home = (file: string) =>
  /^src\/features\/[^/]+/.exec(file)?.[0] ??
  RULES.find(([folder]) => within(folder)(file))?.[0] ??
  file

const SPECIFIER = /(?:\bfrom|\bimport)\s*\(?\s*(['"])([#.][^'"]+)\1/g

function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(SPECIFIER)].map(([, , to = '']) =>
    to.startsWith('#') ? `src/${to.slice(1)}` : normalize(join(dirname(file), to)),
  )
}

const allowed = (file: string) =>
  RULES.filter(([folder]) => within(folder)(file) && folder !== 'src').flatMap(([, to]) => to)

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`)

const code = ['src', 'sw', 'server']
  .flatMap(filesIn)
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))

test('the table is read from real files', () => {
  expect(code.length).toBeGreaterThan(100)
  expect(importsOf('src/start.tsx')).toContain('src/routes.tsx')
  expect(importsOf('src/routes.tsx')).toContain('src/features/links/links-screen.tsx')
})

test.each(code.filter((file) => dirname(file) !== 'src'))('%s imports only what it may', (file) => {
  const strangers = importsOf(file).filter(
    (to) => !within(home(file))(to) && !allowed(file).some((folder) => within(folder)(to)),
  )
  expect(strangers).toEqual([])
})

test('the same folder is imported by its place, others by their name', () => {
  const wrong = code.flatMap((file) =>
    importsOf(file)
      .filter((to) => file.startsWith('src/') && home(to) !== home(file) && to.startsWith('src/'))
      .filter((to) => !readFileSync(file, 'utf8').includes(`#${to.slice('src/'.length)}`))
      .filter(() => dirname(file) !== 'src')
      .map((to) => `${file} -> ${to}`),
  )
  expect(wrong).toEqual([])
})

test('the kit needs no library but React and the icons', () => {
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
