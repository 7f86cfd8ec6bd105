import { expect, test, vi } from 'vitest'
import type { ShortLink } from '#contract/links/short-link.ts'
import { startDns } from '#support/server/hosts/dns-server.ts'
import { ask, fieldError } from '#support/server/asking.ts'
import {
  addDomain,
  checkDomains,
  passDays,
  DOMAINS,
  unpublish,
  addVerifiedDomain,
} from '#support/server/page/domains.ts'
import { addLink, changes, editLink, LINKS, readLink, search } from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { visit } from '#support/server/links/short-links.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { forThisFile } from '#support/server/for-this-file.ts'

const dns = await forThisFile(startDns())
const server = await startTestServer({ listen: true, dnsServers: [dns.address] })
const other = await startTestServer({ listen: true, sharedServer: server })

const move = async (person: Person, link: ShortLink, id: number, code = 'lamp') => {
  const { status, body } = await editLink(person, link, { link_domain_id: id, short_code: code })
  expect(status).toBe(200)
  return body
}
const there = async () => (await visit(other, '/lamp', { host: 'both.me.test' })).status
const port = () => new URL(server.origin ?? '').port

/** Creates a user with a verified domain and a link on it. */
async function withDomain(name: string, url = 'https://shop.example/lamp') {
  const person = await signUp(server)
  const domain = await addVerifiedDomain(server, dns, person, name)
  const link = await move(person, await addLink(person, url), domain.id)
  return { person, domain, link }
}

test('a verified domain redirects its own links only (R-448)', async () => {
  const ana = await withDomain('links.me.test', 'https://shop.example/a')
  const ben = await withDomain('links.ben.test', 'https://shop.example/b')
  expect(ana.link.split_url).toBe(`http://links.me.test:${port()}/lamp`)
  const at = (host: string, path = '/lamp') => visit(server, path, { host })
  for (const host of ['links.me.test', 'LINKS.me.test.', 'links.me.test:8443'])
    expect(await at(host)).toMatchObject({ status: 302, location: 'https://shop.example/a' })
  expect((await at('links.me.test', '/s/LAMP')).location).toBe('https://shop.example/a')
  expect((await at('links.ben.test')).location).toBe('https://shop.example/b')
  // On the installation's main host the code alone does not find a link of a domain.
  expect((await visit(server, '/s/lamp')).status).toBe(404)
  expect((await visit(server, `/s/lamp~${ben.domain.id}`)).location).toBe('https://shop.example/b')
  const elsewhere = await addLink(ana.person, 'https://shop.example/main')
  expect((await at('links.me.test', `/${elsewhere.short_code}`)).status).toBe(404)
})

test('a domain serves nothing else and sets no cookie', async () => {
  const { domain, link } = await withDomain('alone.me.test')
  /** Requests a path of the domain. Expects no cookie in the answer. */
  const answerOf = async (path: string, method = 'GET') => {
    const answer = await visit(server, path, { host: domain.domain, method })
    expect(answer.headers['set-cookie'], path).toBeUndefined()
    return answer
  }
  const APP = ['/v1/settings', '/multi-connect/login', '/splitlinks', '/sw.js', '/healthz', '/p/x']
  for (const path of [...APP, '/domains/ask?domain=alone.me.test', '/nothing']) {
    const answer = await answerOf(path)
    expect([path, answer.status]).toEqual([path, 404])
    expect(answer.body).toContain('This link does not work')
  }
  expect((await answerOf('/multi-connect/login', 'POST')).status).toBe(405)
  expect((await answerOf('/lamp')).status).toBe(302)
  expect((await answerOf('/lamp+')).location).toBe(`${server.origin}/s/lamp~${domain.id}+`)
  const page = await server.request('GET', `/s/lamp~${domain.id}+`)
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(link.domain)])
  expect((await answerOf(`/domains/probe/${'a'.repeat(32)}`)).status).toBe(200)
})

test('the root of a domain is the owner’s published page, or leads to the app (A-040)', async () => {
  const { person, domain } = await withDomain('home.me.test')
  const at = (path: string, method = 'GET') => visit(server, path, { host: domain.domain, method })
  expect((await at('/')).location).toBe(`${server.origin}/`)
  await server.deps.sql`
    insert into pages (user_id, slug, title) values (${person.uuid}, 'lamps-of-me', 'Lamps')`
  expect((await at('/')).location).toBe(`${server.origin}/`)
  await server.deps.sql`update pages set is_published = true where user_id = ${person.uuid}`
  const page = await at('/?utm_source=bio')
  expect([page.status, page.headers['set-cookie']]).toEqual([200, undefined])
  expect(page.body).toContain('Lamps</h1>')
  expect(page.body).toContain(`<link rel="canonical" href="${server.origin}/p/lamps-of-me"`)
  // The page contains its style.
  expect(page.body).toContain('<style>')
  expect((await at('/', 'POST')).status).toBe(405)
  expect((await at('/fonts/none.woff2')).status).toBe(404)
})

test('links are created on the owner’s main domain and moved to own domains only (R-446)', async () => {
  const { person, domain } = await withDomain('new.me.test')
  const eve = await signUp(server)
  const refused = fieldError('link_domain_id', 'Short links cannot use this domain.')
  const theirs = await addLink(eve)
  expect(await editLink(eve, theirs, { link_domain_id: domain.id })).toEqual(refused)
  const main = { id: 1, domain: `localhost:${port()}/s`, is_main: true }
  const own = { id: domain.id, domain: 'new.me.test', is_main: false }
  for (const path of [`${LINKS}domains/`, '/v1/users/me/links/domains/active/']) {
    const { body } = await ask<{ results: object[] }>(person, 'GET', path)
    expect(body.results).toEqual([main, own])
  }
  expect((await addLink(person)).link_domain_id.id).toBe(1)
  await person.send('PATCH', `${DOMAINS}${domain.id}/`, { is_main: true })
  const made = await addLink(person)
  expect(made.split_url).toBe(`http://new.me.test:${port()}/${made.short_code}`)
  expect((await addLink(eve)).link_domain_id.id).toBe(1)
})

test('a suspended domain serves nothing, and its links redirect below the main host', async () => {
  const { person, domain, link } = await withDomain('lost.me.test')
  const { cursor } = await search(person)
  unpublish(dns, domain)
  await passDays(server, domain, 7)
  await checkDomains(server, [domain])
  expect((await visit(server, '/lamp', { host: 'lost.me.test' })).status).toBe(404)
  const { split_url } = await readLink(person, link)
  expect(split_url).toBe(`${server.origin}/s/lamp~${domain.id}`)
  expect((await fetch(split_url, { redirect: 'manual' })).headers.get('location')).toBe(link.url)
  // The new address of the link is in the delta.
  const { results } = await changes(person, cursor)
  expect(results.map(({ uuid }) => uuid)).toEqual([link.uuid])
})

test('other processes learn of verified and removed domains', async () => {
  const { person, domain, link } = await withDomain('both.me.test')
  await vi.waitFor(async () => expect(await there()).toBe(302))
  await editLink(person, link, { link_domain_id: 1 })
  expect((await visit(server, '/lamp', { host: 'both.me.test' })).location).toBe(link.url)
  expect((await person.send('DELETE', `${DOMAINS}${domain.id}/`)).status).toBe(204)
  await vi.waitFor(async () => expect(await there()).not.toBe(302))
})

test('a removed domain serves nothing, and its moved links and page still work', async () => {
  const { person, domain, link } = await withDomain('removed.me.test')
  await server.deps.sql`
    insert into pages (user_id, slug, title, is_published)
    values (${person.uuid}, 'page-of-removed', 'Lamps', true)`
  const at = async (path: string) => {
    const { status, location } = await visit(server, path, { host: domain.domain })
    return { status, location }
  }
  await move(person, link, 1, 'lamp-moved')
  // A link that was moved still redirects from its previous address, and so does the page.
  expect((await at('/lamp')).location).toBe(link.url)
  expect((await at('/')).status).toBe(200)
  const asked = () => server.request('GET', `/domains/ask?domain=${domain.domain}`)
  expect((await asked()).status).toBe(200)
  expect((await person.send('DELETE', `${DOMAINS}${domain.id}/`)).status).toBe(204)
  await vi.waitFor(async () => expect((await at('/lamp')).location).toBeUndefined())
  expect((await at('/')).location).toBeUndefined()
  expect((await visit(server, '/', { host: domain.domain })).body).not.toContain('Lamps</h1>')
  expect((await asked()).status).toBe(404)
  const { split_url } = await readLink(person, link)
  expect((await fetch(split_url, { redirect: 'manual' })).headers.get('location')).toBe(link.url)
  expect((await fetch(`${server.origin}/p/page-of-removed`)).status).toBe(200)
})

test('a pending domain gets no visitors', async () => {
  const { domain } = await withDomain('kept.me.test')
  const eve = await signUp(server)
  await addDomain(eve, 'waits.me.test')
  expect((await visit(server, '/lamp', { host: 'waits.me.test' })).status).not.toBe(302)
  expect((await eve.send('POST', DOMAINS, { domain: domain.domain })).status).toBe(400)
  const led = await visit(server, '/lamp', { host: 'kept.me.test' })
  expect(led.location).toBe('https://shop.example/lamp')
})
