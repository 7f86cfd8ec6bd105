import { expect } from 'vitest'
import type { CustomDomain } from '#contract/page/domains.ts'
import { startDns } from '#support/server/hosts/dns-server.ts'
import { ask, fieldError } from '#support/server/asking.ts'
import { storeLinks } from '#support/server/links.ts'
import {
  addDomain,
  checkDomains,
  DOMAINS,
  publish,
  readDomain,
  addVerifiedDomain,
} from '#support/server/page/domains.ts'
import { startWithCreator, withPeople } from '#support/server/creator.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { forThisFile } from '#support/server/for-this-file.ts'

const dns = await forThisFile(startDns())
const { server, ana } = await startWithCreator({
  appOrigin: 'http://app.example',
  shortLinkHost: 'http://go.example',
  dnsServers: [dns.address],
})
const test = withPeople(server)

type Domains = { results: CustomDomain[] }
const create = (person: Person, domain: string) => ask(person, 'POST', DOMAINS, { domain })
const list = async (person: Person) => (await ask<Domains>(person, 'GET', DOMAINS)).body

test('a new domain is pending and lists the records it needs (R-440, R-441, R-442)', async () => {
  const ben = await signUp(server)
  const added = await addDomain(ben, ' Links.BEN.example. ')
  const { id, txt, next_check_at, ...rest } = added
  expect(rest).toEqual({
    domain: 'links.ben.example',
    zone: 'ben.example',
    status: 'pending',
    problem: null,
    validation_counter: 0,
    max_validations: 10,
    dns: { type: 'CNAME', name: 'links.ben.example', value: 'go.example' },
    is_main: false,
    links: 0,
    last_checked_at: null,
  })
  expect(txt).toMatchObject({ type: 'TXT', name: '_split.links.ben.example' })
  expect(txt.value).toMatch(/^split-verify=[0-9a-f]{32}$/)
  expect(Date.parse(next_check_at ?? '')).toBeLessThanOrEqual(Date.now() + 1000)
  expect(await readDomain(ben, { id })).toEqual(added)
  expect(await list(ben)).toEqual({ results: [added] })
  const { length: waiting } = await server.deps.sql`
    select 1 from graphile_worker.jobs where task_identifier = 'domain-checks'`
  expect(waiting).toBe(1)
})

const NOT_A_NAME = 'This is not a domain name. Enter one like links.ana.example.'
const UNKNOWN = 'This is not a public domain. Enter one like links.ana.example.'
const NUMBER = 'Enter a domain name, not an IP address.'
const OURS = 'This domain belongs to this site. Enter a domain that you own.'

test.each([
  ['', 'Enter a domain, like links.ana.example.'],
  ['https://links.ana.example', 'Enter only the domain name, like links.ana.example.'],
  ['links.ana.example/sale', 'Enter only the domain name, like links.ana.example.'],
  ['links.ana.example:8080', 'Leave out the port.'],
  ['*.ana.example', 'Wildcards are not supported. Add each domain separately.'],
  ['192.0.2.7', NUMBER],
  ['0xc0.0.2.7', NUMBER],
  ['[2001:db8::1]', NUMBER],
  ['2001:db8::1', NUMBER],
  ['links', UNKNOWN],
  ['links.localhost', UNKNOWN],
  ['1.0.0.127.in-addr.arpa', UNKNOWN],
  ['co.uk', 'Many people share co.uk. Enter your own domain below it, like ana.co.uk.'],
  ['github.io', 'Many people share github.io. Enter your own domain below it, like ana.github.io.'],
  ['ana..example', NOT_A_NAME],
  ['-ana.example', NOT_A_NAME],
  ['ana example.test', NOT_A_NAME],
  [`${'a'.repeat(64)}.example`, NOT_A_NAME],
  ['go.example', OURS],
  ['GO.example.', OURS],
  ['app.example', OURS],
  ['login.app.example', OURS],
  ['ｇo.example', OURS],
])('%s is refused with its own message (R-441)', async (domain, message) => {
  expect(await create(ana, domain)).toEqual(fieldError('domain', message))
})

test('one name is one domain, however it is written (R-441)', async ({ ben }) => {
  expect((await addDomain(ben, 'Bücher.example')).domain).toBe('xn--bcher-kva.example')
  const again = fieldError('domain', 'You have added this domain already.')
  for (const domain of ['bücher.example.', 'BÜCHER.example', 'xn--bcher-kva.EXAMPLE'])
    expect(await create(ben, domain)).toEqual(again)
})

test('a user has at most twenty domains, also when adding several at once', async ({ ben }) => {
  for (let nth = 1; nth <= 19; nth++) await addDomain(ben, `l${nth}.many.example`)
  const names = ['a', 'b', 'c', 'd'].map((letter) => `${letter}.many.example`)
  const answers = await Promise.all(names.map((domain) => create(ben, domain)))
  const full = fieldError('non_field_errors', 'You can have 20 domains. Remove one first.')
  expect(answers.filter(({ status }) => status !== 201)).toEqual([full, full, full])
  expect((await list(ben)).results).toHaveLength(20)
})

test('a pending domain can be renamed, which restarts its verification (R-443)', async () => {
  const ben = await signUp(server)
  const added = await addDomain(ben, 'lniks.fix.example')
  await checkDomains(server, [added])
  const path = `${DOMAINS}${added.id}/`
  const edit = (domain: string) => ask<CustomDomain>(ben, 'PATCH', path, { domain })
  const { body: renamed } = await edit('links.fix.example')
  expect(renamed).toMatchObject({ domain: 'links.fix.example', validation_counter: 0 })
  expect(renamed.txt.value).not.toBe(added.txt.value)
  publish(dns, renamed)
  await checkDomains(server, [renamed])
  expect((await readDomain(ben, added)).status).toBe('active')
  const late = fieldError(
    'domain',
    'This domain is in use, so it cannot be renamed. Add the other domain as a new one.',
  )
  expect(await edit('other.fix.example')).toEqual(late)
})

test('one verified domain can be the main one (R-443)', async ({ ben }) => {
  const waiting = await addDomain(ben, 'waits.main.example')
  const first = await addVerifiedDomain(server, dns, ben, 'one.main.example')
  const second = await addVerifiedDomain(server, dns, ben, 'two.main.example')
  const choose = (one: CustomDomain, is_main: boolean) =>
    ask(ben, 'PATCH', `${DOMAINS}${one.id}/`, { is_main })
  const unverified = fieldError('is_main', 'Only a verified domain can be used for new links.')
  expect(await choose(waiting, true)).toEqual(unverified)
  const mains = async () =>
    (await list(ben)).results.filter(({ is_main }) => is_main).map(({ domain }) => domain)
  await choose(first, true)
  expect(await mains()).toEqual(['one.main.example'])
  await choose(second, true)
  expect(await mains()).toEqual(['two.main.example'])
  await choose(second, false)
  expect(await mains()).toEqual([])
})

test('a domain can be removed when no link uses it (R-444)', async ({ ben }) => {
  const added = await addVerifiedDomain(server, dns, ben, 'links.gone.example')
  const { sql } = server.deps
  const [moved] = await storeLinks(server, ben, 1, () => ({ domainId: added.id }))
  await sql`
    insert into former_codes (domain_id, code, link_id) values (${added.id}, 'old-lamp', ${moved?.id ?? null})`
  expect((await readDomain(ben, added)).links).toBe(1)
  const remove = () => ask(ben, 'DELETE', `${DOMAINS}${added.id}/`)
  const text = '1 link uses this domain. Move it to another one first.'
  expect(await remove()).toEqual(fieldError('non_field_errors', text))
  await sql`update links set domain_id = 1 where domain_id = ${added.id}`
  expect((await remove()).status).toBe(204)
  expect((await remove()).status).toBe(404)
})

test('a domain of another user is not found (R-442, R-443, R-444, R-445)', async ({ ben }) => {
  const { id } = await addDomain(ben, 'links.mine.example')
  for (const wrong of [String(id), '0', '1', '99999999999', 'x']) {
    const path = `${DOMAINS}${wrong}/`
    const calls = [
      ana.send('GET', path),
      ana.send('PATCH', path, { domain: 'taken.over.example' }),
      ana.send('DELETE', path),
      ana.send('POST', `${path}reset_validation_counter/`),
    ]
    for (const call of calls) expect((await call).status).toBe(404)
  }
  expect((await readDomain(ben, { id })).domain).toBe('links.mine.example')
})
