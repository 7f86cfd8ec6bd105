import { readFileSync } from 'node:fs'
import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { collectionPath, linksPath, paths, type Href } from '#paths.ts'
import { createAppRouter } from '../src/routes.tsx'
import { sourceFiles } from './support/source-files.ts'

const addresses = Object.values(paths).map((path) => (typeof path === 'string' ? path : path('7')))

const routeOf = (path: string) => {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }))
  return router.matchRoutes(router.latestLocation).at(-1)?.fullPath
}

test.each(addresses)('%s is an address of the table of routes', (path) => {
  expect(routeOf(path)).toMatch(/^\/(?!\$)/)
})

const leadsTo = (href: Href) => href

test('an address without a screen does not compile', () => {
  leadsTo('/settings')
  leadsTo('/splitpage/collection/7?dialog=rename')
  // @ts-expect-error -- a letter is missing
  leadsTo('/setings')
  // @ts-expect-error -- nothing lies below it
  leadsTo('/splitlinks/7')
  // @ts-expect-error -- text may be anything
  leadsTo(String(1))
  expect(leadsTo(paths.settings)).toBe('/settings')
})

test('a parameter unknown to its screen does not compile', () => {
  expect(linksPath({ tab: 'collections', dialog: 'new' })).toBe(
    '/splitlinks?tab=collections&dialog=new',
  )
  expect(collectionPath('7', { dialog: 'rename' })).toBe('/splitpage/collection/7?dialog=rename')
  expect(collectionPath('7')).toBe('/splitpage/collection/7')
  // @ts-expect-error -- no such tab
  linksPath({ tab: 'colections' })
  // @ts-expect-error -- that dialog is of another screen
  linksPath({ dialog: 'rename' })
})

test('an unknown parameter in the address is ignored', async () => {
  const asked = '/splitlinks?tab=lists&network=out&ordering=newest&q=007'
  const router = createAppRouter(createMemoryHistory({ initialEntries: [asked] }))
  await router.load()
  expect(router.state.matches.at(-1)?.search).toEqual({ network: 'out', q: '007' })
})

test('only src/paths.ts contains addresses of the app', () => {
  const files = sourceFiles('src').filter(
    (file) => /(?<!\.test)\.tsx?$/.test(file) && file !== 'src/paths.ts',
  )
  const written = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(LITERAL)].map(([found]) => `${file}: ${found}`),
  )
  expect(files.length).toBeGreaterThan(300)
  expect(written).toEqual([])
})

/**
 * Matches `href="/x"`, `to: '/x'` and similar. Paths of the server are written as `path:` or
 * another name, which do not match.
 */
const LITERAL = /\b(?:href|back|to)(?:=\{?|:\s*)["'`]\/[^"'`$]*/g
