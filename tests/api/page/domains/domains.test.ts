import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CustomDomain } from '#contract/domains.ts'
import { startDns, type DnsServer } from '#support/server/hosts/dns-server.ts'
import {
  addDomain,
  checkDomains,
  DOMAINS,
  publish,
  readDomain,
  addVerifiedDomain,
} from '#support/server/page/domains.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
let dns: DnsServer
let ana: Person
beforeAll(async () => {
  dns = await startDns()
  server = await createTestServer({
    appOrigin: 'http://app.example',
    shortLinkHost: 'http://go.example',
    dnsServers: [dns.address],
  })
  ana = await signUp(server)
})
afterAll(async () => {
  await server.stop()
  await dns.stop()
})

const refusal = async (response: Response) => ({
  status: response.status,
  errors: ((await response.json()) as { errors?: Record<string, string[]> }).errors,
})

test('a domain that was added waits, and says which records it needs (R-440, R-441, R-442)', async () => {
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
  expect(await (await ben.send('GET', DOMAINS)).json()).toEqual({ results: [added] })
  const { length: waiting } = await server.deps.sql`
    select 1 from graphile_worker.jobs where task_identifier = 'domain-checks'`
  expect(waiting).toBe(1)
})

const NOT_A_NAME = 'This is not a domain name. Enter one like links.ana.example.'
const UNKNOWN = 'This name is not known on the internet. Enter one like links.ana.example.'
const NUMBER = 'Enter a name, not a number of the network.'
const OURS = 'This is an address of this site. Enter a domain of your own.'

test.each([
  ['', 'Enter a domain, like links.ana.example.'],
  ['https://links.ana.example', 'Enter the name alone, like links.ana.example.'],
  ['links.ana.example/sale', 'Enter the name alone, like links.ana.example.'],
  ['links.ana.example:8080', 'Leave out the port.'],
  ['*.ana.example', 'A star stands for many names. Add each by itself.'],
  ['192.0.2.7', NUMBER],
  ['0xc0.0.2.7', NUMBER],
  ['[2001:db8::1]', NUMBER],
  ['2001:db8::1', NUMBER],
  ['links', UNKNOWN],
  ['links.localhost', UNKNOWN],
  ['1.0.0.127.in-addr.arpa', UNKNOWN],
  ['co.uk', 'Many people share co.uk. Enter your own name below it.'],
  ['github.io', 'Many people share github.io. Enter your own name below it.'],
  ['ana..example', NOT_A_NAME],
  ['-ana.example', NOT_A_NAME],
  ['ana example.test', NOT_A_NAME],
  [`${'a'.repeat(64)}.example`, NOT_A_NAME],
  ['go.example', OURS],
  ['GO.example.', OURS],
  ['app.example', OURS],
  ['login.app.example', OURS],
  ['ｇo.example', OURS],
])('%s is refused by its own words (R-441)', async (domain, message) => {
  expect(await refusal(await ana.send('POST', DOMAINS, { domain }))).toEqual({
    status: 400,
    errors: { domain: [message] },
  })
})

test('one name is one domain, however it is written (R-441)', async () => {
  const ben = await signUp(server)
  expect((await addDomain(ben, 'Bücher.example')).domain).toBe('xn--bcher-kva.example')
  for (const domain of ['bücher.example.', 'BÜCHER.example', 'xn--bcher-kva.EXAMPLE']) {
    expect(await refusal(await ben.send('POST', DOMAINS, { domain }))).toEqual({
      status: 400,
      errors: { domain: ['You have added this domain already.'] },
    })
  }
})

test('nobody has more than twenty, also of many that are added at once', async () => {
  const ben = await signUp(server)
  for (let nth = 1; nth <= 19; nth++) await addDomain(ben, `l${nth}.many.example`)
  const names = ['a', 'b', 'c', 'd'].map((letter) => `${letter}.many.example`)
  const answers = await Promise.all(names.map((domain) => ben.send('POST', DOMAINS, { domain })))
  const told = await Promise.all(answers.filter(({ status }) => status !== 201).map(refusal))
  const full = {
    status: 400,
    errors: { non_field_errors: ['You can have 20 domains. Remove one first.'] },
  }
  expect(told).toEqual([full, full, full])
  const { results } = (await (await ben.send('GET', DOMAINS)).json()) as { results: object[] }
  expect(results).toHaveLength(20)
})

test('a name can be corrected until it is in use; its proof then starts anew (R-443)', async () => {
  const ben = await signUp(server)
  const added = await addDomain(ben, 'lniks.fix.example')
  await checkDomains(server, [added])
  const path = `${DOMAINS}${added.id}/`
  const response = await ben.send('PATCH', path, { domain: 'links.fix.example' })
  const renamed = (await response.json()) as CustomDomain
  expect(renamed).toMatchObject({ domain: 'links.fix.example', validation_counter: 0 })
  expect(renamed.txt.value).not.toBe(added.txt.value)
  publish(dns, renamed)
  await checkDomains(server, [renamed])
  expect((await readDomain(ben, added)).status).toBe('active')
  const late = await ben.send('PATCH', path, { domain: 'other.fix.example' })
  expect(await refusal(late)).toEqual({
    status: 400,
    errors: { domain: ['This domain is in use. Add the other one beside it.'] },
  })
})

test('one of the verified ones is the main one (R-443)', async () => {
  const ben = await signUp(server)
  const waiting = await addDomain(ben, 'waits.main.example')
  const first = await addVerifiedDomain(server, dns, ben, 'one.main.example')
  const second = await addVerifiedDomain(server, dns, ben, 'two.main.example')
  const choose = (one: CustomDomain, is_main: boolean) =>
    ben.send('PATCH', `${DOMAINS}${one.id}/`, { is_main })
  expect(await refusal(await choose(waiting, true))).toEqual({
    status: 400,
    errors: { is_main: ['New links can only begin with a verified domain.'] },
  })
  const mains = async () => {
    const { results } = (await (await ben.send('GET', DOMAINS)).json()) as {
      results: CustomDomain[]
    }
    return results.filter(({ is_main }) => is_main).map(({ domain }) => domain)
  }
  await choose(first, true)
  expect(await mains()).toEqual(['one.main.example'])
  await choose(second, true)
  expect(await mains()).toEqual(['two.main.example'])
  await choose(second, false)
  expect(await mains()).toEqual([])
})

test('it can be removed when no link uses it any more (R-444)', async () => {
  const ben = await signUp(server)
  const added = await addVerifiedDomain(server, dns, ben, 'links.gone.example')
  const [link] = await server.deps.sql<{ id: string }[]>`
    insert into links (user_id, domain_id, short_code, name, url, host)
    values (${ben.uuid}, ${added.id}, 'lamp', 'Lamp', 'https://shop.example/', 'shop.example')
    returning id`
  await server.deps.sql`
    insert into former_codes (domain_id, code, link_id) values (${added.id}, 'old-lamp', ${link?.id ?? ''})`
  expect((await readDomain(ben, added)).links).toBe(1)
  const remove = () => ben.send('DELETE', `${DOMAINS}${added.id}/`)
  expect(await refusal(await remove())).toEqual({
    status: 400,
    errors: { non_field_errors: ['1 link uses this domain. Move it to another one first.'] },
  })
  await server.deps.sql`update links set domain_id = 1 where id = ${link?.id ?? ''}`
  expect((await remove()).status).toBe(204)
  expect((await remove()).status).toBe(404)
})

test("somebody else's domain is not found (R-442, R-443, R-444, R-445)", async () => {
  const ben = await signUp(server)
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
