import { expect, test } from 'vitest'
import { startDns } from '#support/server/hosts/dns-server.ts'
import { forThisFile } from '#support/server/for-this-file.ts'
import { addLink as addLinkOf, editLink } from '#support/server/links.ts'
import { addLink, eventsOf, newCode, visit } from '#support/server/links/short-links.ts'
import { analytics } from '#support/server/money/analytics.ts'
import { addVerifiedDomain } from '#support/server/page/domains.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const dns = await forThisFile(startDns())
const server = await startTestServer({
  listen: true,
  dnsServers: [dns.address],
  trustedProxies: ['127.0.0.1', '::1'],
})

test.each([
  ['/story', 'story'],
  ['/Story/', 'story'],
  ['/summer-2026?utm_source=x', 'summer-2026'],
  ['/story?from=bio', 'story'],
  ['?from=bio', 'bio'],
  ['?a=1&from=Bio#top', 'bio'],
  [`/${'a'.repeat(30)}`, 'a'.repeat(30)],
  ['/?from=bio', 'bio'],
  // Not a source: the link works, and the click has none.
  ['', ''],
  ['?from=', ''],
  ['?from=two%20words', ''],
  [`?from=${'a'.repeat(31)}`, ''],
  ['?xfrom=bio', ''],
  ['?from=a|b', ''],
])('%s has the source "%s"', async (tail, source) => {
  const link = await addLink(server, { shortCode: `from-${newCode()}` })
  expect((await visit(server, `/s/${link.shortCode}${tail}`)).location).toBe(link.url)
  const events = await eventsOf(server, link)
  expect(events.map(({ facets }) => facets)).toEqual([source === '' ? '' : `${source}||`])
})

test.each(['/a_b', '/a/b', `/${'a'.repeat(31)}`])(
  '%s is not an address of a link',
  async (tail) => {
    const link = await addLink(server)
    expect((await visit(server, `/s/${link.shortCode}${tail}`)).status).toBe(404)
  },
)

test('a source works on an own domain and is not passed to the shop', async () => {
  const person = await signUp(server)
  const domain = await addVerifiedDomain(server, dns, person, 'sources.me.test')
  const link = await addLinkOf(person, 'https://shop.example/pan')
  await editLink(person, link, {
    link_domain_id: domain.id,
    short_code: 'pan',
    pass_query: true,
  })
  const { location } = await visit(server, '/pan/story?size=2', { host: 'sources.me.test' })
  expect(location).toBe('https://shop.example/pan?size=2')
  const { results } = await analytics(person, { group_by: 'source' })
  expect(results).toMatchObject([{ key: 'story', label: 'Story', clicks: 1, people: 1 }])
})

const from = (remote: string) => ({ headers: { 'X-Forwarded-For': remote } })

test('analytics count clicks by source, and those without one together', async () => {
  const person = await signUp(server)
  const link = await addLink(server, { userId: person.uuid, tags: ['kitchen'] })
  const other = await addLink(server, { userId: person.uuid })
  await visit(server, `/s/${link.shortCode}/story`, from('198.51.100.1'))
  await visit(server, `/s/${link.shortCode}/story`, from('198.51.100.2'))
  await visit(server, `/s/${link.shortCode}`, from('198.51.100.3'))
  await visit(server, `/s/${other.shortCode}/bio`, from('198.51.100.4'))
  const rowsOf = async (filter: object) => {
    const { results, totals } = await analytics(person, { group_by: 'source', ...filter })
    expect(results.reduce((sum, { clicks }) => sum + clicks, 0)).toBe(totals.clicks)
    return Object.fromEntries(results.map(({ key, label, clicks }) => [key || label, clicks]))
  }
  expect(await rowsOf({})).toEqual({ story: 2, bio: 1, 'No source': 1 })
  expect(await rowsOf({ link_uuid: link.id })).toEqual({ story: 2, 'No source': 1 })
  expect(await rowsOf({ tags: ['kitchen'] })).toEqual({ story: 2, 'No source': 1 })
})

test('rules are results of one link', async () => {
  const person = await signUp(server)
  const response = await person.send('POST', '/v2/my/analytics/my_links/', { group_by: 'rule' })
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    errors: { link_uuid: ['Choose a link, because rules belong to one link.'] },
  })
})
