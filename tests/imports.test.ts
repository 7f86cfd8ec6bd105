import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { code, importsOf, knots, tests } from '#support/import-graph.ts'
import { SERVER_GROUND, SERVER_RULES } from './support/server-rooms.ts'

/** Every address of the app, for whatever links to one. */
const PATHS = 'src/paths.ts'
/** The same, for what the entry draws: it reads none of what they say. */
const ADDRESSES = 'src/addresses.ts'

/** Who may import whom, most specific folder first. This table is the architecture. */
const RULES: [folder: string, mayImport: string[]][] = [
  ['src/contract', []],
  ['src/http', ['src/contract']],
  ['src/api', ['src/contract', 'src/http']],
  ['src/mirror', ['src/contract', 'src/http', 'src/api']], // the worker runs it, too
  ['src/live', ['src/contract', 'src/http', 'src/api', 'src/mirror']], // only a window does
  ['src/ui', []],
  ['src/app', ['src/contract', 'src/http', 'src/api', 'src/mirror', 'src/live', 'src/ui', PATHS]],
  ['src/boot', ['src/contract']], // before anybody knows whether the browser can run the rest
  ['src/features/people/account', ['src/features/people/leaving', 'src/features/partners']], // what brands may see, and the way out
  ['src/features/links/home', ['src/features/partners/discover', 'src/features/links']], // it shows the newest links, and what is new
  [
    'src/features/links/home', // it shows the newest links, what is new, and what to try next
    ['src/features/partners/discover', 'src/features/links', 'src/features/people/onboarding'],
  ],
  [
    'src/features/people/onboarding', // its steps are parts of what stands elsewhere for good
    ['src/features/people/connected-accounts', 'src/features/people/profile', 'src/features/people/settings'],
  ],
  ['src/features/partners/chat', ['src/features/partners/brands', 'src/features/partners']], // a tab of its screen, and who it is
  ['src/features/partners/discover', ['src/features/partners/brands']], // what brands offer
  ['src/features/links', ['src/features/people/photos', ADDRESSES]], // a link's own picture; the first rows
  ['src/features/people/photos', ['src/features/people/connected-accounts']], // a picture can be one of Instagram's
  [
    'src/features/people/profile', // the avatar's editor, and accounts elsewhere
    ['src/features/people/connected-accounts', 'src/features/people/photos', 'src/features/people/social'],
  ],
  ['src/features/links/collections', ['src/features/links', 'src/features/people/photos']], // they hold links, and have covers
  [
    'src/features/page', // it shows collections and links, social accounts and a picture
    [
      'src/features/links/collections',
      'src/features/people/connected-accounts',
      'src/features/links',
      'src/features/people/photos',
      'src/features/people/social',
    ],
  ],
  ['src/features/partners', ['src/features/partners/brands']], // a brand's logo
  ['src/features/money/referrals', ['src/features/links']], // a link is shared as any other
  ['src/features/people/settings', ['src/features/people/more', 'src/features/people/secret-settings']], // who one is, and what is kept here
  ['src/features/money/wallet', ['src/features/people/terms']], // new ones are asked for where money goes out
  ['src/features/page/widgets', ['src/features/links/collections', 'src/features/links']], // a collection with its links
  [
    'src/features',
    ['src/contract', 'src/http', 'src/api', 'src/mirror', 'src/live', 'src/ui', 'src/app', PATHS],
  ],
  ['src', ['src']], // early.ts, main.tsx, start.tsx, screens.ts and route-kinds.tsx and routes.tsx put it all together
  ['sw', ['src/contract', 'src/http', 'src/api', 'src/mirror']],
  ['server', ['src/contract']],
]

const TOGETHER = ['server/platform/db/schema.ts', 'server/platform/db/open.ts', 'server/jobs.ts']

/** Code files that a folder may hold; a ceiling above it only falls. */
const ROOM = 40
const FULL_ROOMS: Record<string, number> = {}

/** Files that all need each other, the largest group first; these ceilings only fall, too. */
const KNOTS = [8, 5, 5, 3, 2, 2, 2, 2]

const within = (folder: string) => (path: string) => path.startsWith(`${folder}/`)

/** The innermost folder the rules know, or for a feature, the feature itself. */
const home = (file: string) =>
  /^src\/features\/[^/]+/.exec(file)?.[0] ??
  RULES.find(([folder]) => within(folder)(file))?.[0] ??
  file

const allowed = (file: string) =>
  RULES.filter(([folder]) => within(folder)(file) && folder !== 'src').flatMap(([, to]) => to)

test('the table is read from real files', () => {
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

const serverRoom = (file: string) => dirname(file).slice('server/'.length)

test.each(
  code.filter(
    (file) => serverRoom(file) !== '' && within('server')(file) && !TOGETHER.includes(file),
  ),
)('%s imports only rooms that it may', (file) => {
  const room = serverRoom(file)
  const may = [room, '', ...SERVER_GROUND, ...(SERVER_RULES[room] ?? [])]
  const strangers = importsOf(file).filter(
    (to) => within('server')(to) && !may.includes(serverRoom(to)),
  )
  expect(strangers).toEqual([])
})

test('a room holds no more than one can look over', () => {
  const held = new Map<string, number>()
  for (const file of [...code, ...tests])
    held.set(dirname(file), (held.get(dirname(file)) ?? 0) + 1)
  const tooFull = [...held].filter(([room, files]) => files > (FULL_ROOMS[room] ?? ROOM))
  expect(tooFull).toEqual([])
  expect(Object.keys(FULL_ROOMS).filter((room) => (held.get(room) ?? 0) <= ROOM)).toEqual([])
})

test('no knot of files that all need each other grows', () => {
  const sizes = knots()
    .map(({ length }) => length)
    .sort((a, b) => b - a)
  expect(sizes.filter((size, index) => size > (KNOTS[index] ?? 1))).toEqual([])
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
