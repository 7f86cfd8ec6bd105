import { expect, test, vi } from 'vitest'
import { scheduleNewLinks } from '../../../../server/links/link-checks/rounds.ts'
import {
  makeOnlyDue,
  quickRound,
  checkedPersonPerTest,
  checkOnly,
  checkOnlyTwice,
} from '#support/server/links/link-health.ts'
import { html } from '#support/server/hosts/shop-site.ts'
import type { StoredLink } from '#support/server/links/short-links.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const { site, ana, linkTo, healthOf } = checkedPersonPerTest(server)

const visits = () => site.paths().filter((path) => path?.startsWith('/hat'))

test('a page forbidden by robots.txt is not requested', async () => {
  site.put('/robots.txt', html('User-agent: *\nDisallow: /private', 'text/plain'))
  await checkOnly(server, await linkTo(site.put('/private/hat', { status: 404 })))
  expect(site.paths()).toEqual(['/robots.txt'])
})

test('an unavailable robots.txt forbids all pages and is requested once a day', async () => {
  site.put('/robots.txt', { status: 500 })
  const link = await linkTo(site.put('/hat', { status: 404 }))
  await checkOnlyTwice(server, link)
  expect(site.paths()).toEqual(['/robots.txt'])
})

test('requests name our user agent', async () => {
  await checkOnly(server, await linkTo(site.put('/hat', html('<title>Hat</title>'))))
  const us = expect.stringMatching(/SplitBot/)
  expect(site.requests.map(({ headers }) => headers['user-agent'])).toEqual([us, us])
})

test('an unchanged page is not downloaded again and keeps its result', async () => {
  site.put('/hat', (request, response) => {
    if (request.headers['if-none-match'] === '"v1"') response.statusCode = 304
    response.setHeader('ETag', '"v1"').setHeader('Content-Type', 'text/html')
    const soldOut = '<meta property="product:availability" content="oos">'
    response.end(response.statusCode === 304 ? '' : soldOut)
  })
  const link = await linkTo(`${site.origin}/hat`)
  await checkOnlyTwice(server, link)
  expect(await healthOf(link)).toBe('sold-out')
  await checkOnly(server, link)
  expect(await healthOf(link)).toBe('sold-out')
  const asked = site.requests.filter(({ url }) => url === '/hat')
  expect(asked.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"v1"', '"v1"'])
})

test.each([429, 503])(
  'after a %i with Retry-After the shop is not visited until then',
  async (status) => {
    const link = await linkTo(site.put('/hat', { status, headers: { 'Retry-After': '3600' } }))
    await checkOnly(server, link)
    await checkOnly(server, link)
    expect(visits()).toHaveLength(1)
    await server.deps
      .sql`update visited_sites set paused_until = now() where origin = ${site.origin}`
    await checkOnly(server, link)
    expect(visits()).toHaveLength(2)
  },
)

test('a round visits few links of one shop, one by one', async () => {
  let open = 0
  let most = 0
  const links: StoredLink[] = []
  for (let n = 0; n < 8; n += 1) {
    const url = site.put(`/hat/${n}`, (_request, response) => {
      most = Math.max(most, (open += 1))
      setTimeout(() => {
        open -= 1
        response.end()
      }, 20)
    })
    links.push(await linkTo(url))
  }
  await makeOnlyDue(server, links)
  await quickRound(server)
  expect(visits()).toHaveLength(3)
  expect(most).toBe(1)
})

test('two processes never visit the same link', async () => {
  const link = await linkTo(site.put('/hat', html('<title>Hat</title>')))
  await makeOnlyDue(server, [link])
  await Promise.all([quickRound(server), quickRound(server)])
  expect(visits()).toHaveLength(1)
})

test('new links are spread over a week', async () => {
  for (let n = 0; n < 30; n += 1) await linkTo(`${site.origin}/hat/${n}`)
  await scheduleNewLinks(server.deps)
  const rows = await server.deps.sql<{ days: number }[]>`
    select extract(epoch from due_at - now())::float8 / 86400 as days from link_health
    join links on links.id = link_id where user_id = ${ana.uuid}`
  const days = rows.map((row) => row.days)
  expect(days).toHaveLength(30)
  expect(Math.max(...days)).toBeLessThanOrEqual(7)
  expect(Math.max(...days) - Math.min(...days)).toBeGreaterThan(1)
})

test('a failing check does not end the round', async () => {
  const broken = await linkTo(site.put('/hat', html('x')))
  const log = vi.spyOn(server.deps.log, 'error').mockImplementation(() => {})
  const begin = vi.spyOn(server.deps.db, 'transaction').mockRejectedValueOnce(new Error('broken'))
  await checkOnly(server, broken)
  expect(log).toHaveBeenCalledOnce()
  begin.mockRestore()
  log.mockRestore()
})
