import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CustomDomain } from '#contract/domains.ts'
import { startDns, type DnsServer } from '#support/server/hosts/dns-server.ts'
import {
  addDomain,
  checkDomains,
  passDays,
  DOMAINS,
  publish,
  readDomain,
  unpublish,
  addVerifiedDomain,
} from '#support/server/page/domains.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'
import { checkDue } from '../../../../server/page/domains/domain-checks.ts'

let server: TestServer
let dns: DnsServer
let ana: Person
let ben: Person
beforeAll(async () => {
  dns = await startDns()
  server = await createTestServer({
    appOrigin: 'https://app.example',
    shortLinkHost: 'https://go.example',
    dnsServers: [dns.address],
  })
})
beforeEach(async () => {
  ana = await signUp(server)
  ben = await signUp(server)
})
afterAll(async () => {
  await server.stop()
  await dns.stop()
})

const answers = async () => true
const asks = (domain: string) => server.request('GET', `/domains/ask?domain=${domain}`)
const reset = async (person: Person, { id }: { id: number }) => {
  const response = await person.send('POST', `${DOMAINS}${id}/reset_validation_counter/`)
  return (await response.json()) as CustomDomain
}

test('it needs both records, and a text with its own token', async () => {
  const added = await addDomain(ana, 'both.ana.example')
  const now = async () => {
    await checkDomains(server, [added])
    const { status, problem } = await readDomain(ana, added)
    return [status, problem]
  }
  expect(await now()).toEqual(['pending', 'cname'])
  dns.cname.set('both.ana.example', 'elsewhere.example')
  expect(await now()).toEqual(['pending', 'cname'])
  dns.cname.set('elsewhere.example', 'GO.example')
  expect(await now()).toEqual(['pending', 'txt'])
  const other = await addDomain(ben, 'both.ana.example')
  dns.txt.set(added.txt.name, ['v=spf1 -all', other.txt.value])
  expect(await now()).toEqual(['pending', 'txt'])
  dns.broken.add(added.txt.name)
  expect(await now()).toEqual(['pending', 'dns'])
  dns.broken.delete(added.txt.name)
  dns.txt.set(added.txt.name, ['v=spf1 -all', added.txt.value])
  expect(await now()).toEqual(['active', null])
})

test('a check that was under way when its owner started again does not put off the next one (R-445)', async () => {
  const added = await addDomain(ana, 'again.ana.example')
  publish(dns, added)
  let looks = 0
  await checkDomains(server, [added], async () => {
    looks += 1
    if (looks > 1) return true
    await reset(ana, added)
    return false
  })
  expect(looks).toBe(2)
  const { status, validation_counter } = await readDomain(ana, added)
  expect({ status, validation_counter }).toEqual({ status: 'active', validation_counter: 0 })
})

test('ten checks with growing gaps, then it starts again when its owner says so (R-445)', async () => {
  const added = await addDomain(ana, 'late.ana.example')
  const gaps: number[] = []
  for (let nth = 1; nth <= 10; nth++) {
    await checkDomains(server, [added])
    const { validation_counter, next_check_at, last_checked_at } = await readDomain(ana, added)
    expect(validation_counter).toBe(nth)
    if (next_check_at) gaps.push(Date.parse(next_check_at) - Date.parse(last_checked_at ?? ''))
  }
  expect(gaps).toHaveLength(9)
  expect(gaps).toEqual([...gaps].sort((a, b) => a - b))
  expect(new Set(gaps).size).toBe(9)
  const failed = await readDomain(ana, added)
  expect(failed).toMatchObject({ status: 'failed', problem: 'cname', next_check_at: null })
  publish(dns, added)
  await checkDomains(server, [added])
  expect((await readDomain(ana, added)).status).toBe('failed')
  const again = await reset(ana, added)
  expect(again).toMatchObject({ status: 'pending', validation_counter: 0, problem: null })
  // Checks only the domain that the request above has made due.
  await checkDue(server.deps, new AbortController().signal, answers)
  expect((await readDomain(ana, added)).status).toBe('active')
})

test('two rounds at once check a domain once', async () => {
  const added = await addDomain(ana, 'once.ana.example')
  const { signal } = new AbortController()
  await Promise.all([
    checkDue(server.deps, signal, answers),
    checkDue(server.deps, signal, answers),
  ])
  expect((await readDomain(ana, added)).validation_counter).toBe(1)
})

test('until it answers over https it waits for its certificate', async () => {
  const added = await addDomain(ana, 'slow.ana.example')
  publish(dns, added)
  await checkDomains(server, [added], async () => false)
  expect(await readDomain(ana, added)).toMatchObject({ status: 'pending', problem: 'certificate' })
  // The answer has to be 200, or else the proxy could never get a certificate.
  expect((await asks('slow.ana.example')).status).toBe(200)
  await checkDomains(server, [added])
  expect(await readDomain(ana, added)).toMatchObject({ status: 'active', problem: null })
})

test('a name is asked for over https with a word that this installation alone can answer', async () => {
  const [path, other] = ['a', 'b'].map((letter) => `/domains/probe/${letter.repeat(32)}`)
  const answer = await (await server.request('GET', path ?? '')).text()
  expect(answer).toMatch(/^[\w-]{43}$/)
  expect(await (await server.request('GET', other ?? '')).text()).not.toBe(answer)
  expect((await server.request('GET', '/domains/probe/hello')).status).toBe(404)
})

test('who proves a name first holds it; others hear that it is taken (R-441)', async () => {
  const mine = await addDomain(ana, 'fought.example')
  const theirs = await addDomain(ben, 'Fought.example.')
  publish(dns, mine)
  publish(dns, theirs)
  await checkDomains(server, [mine])
  await checkDomains(server, [theirs])
  expect((await readDomain(ana, mine)).status).toBe('active')
  expect(await readDomain(ben, theirs)).toMatchObject({ status: 'pending', problem: 'taken' })
  const cleo = await signUp(server)
  const refused = await cleo.send('POST', DOMAINS, { domain: 'FOUGHT.example' })
  expect(refused.status).toBe(400)
  expect(await refused.json()).toEqual({
    errors: { domain: ['Another account has verified this domain. Remove it there first.'] },
  })
})

test('both at once: one of them holds it', async () => {
  const both = [await addDomain(ana, 'race.example'), await addDomain(ben, 'race.example')]
  for (const one of both) publish(dns, one)
  await checkDomains(server, both)
  const rows = await server.deps.sql<{ status: string; problem: string | null }[]>`
    select status, problem from link_domains where domain = 'race.example' order by status`
  expect(rows).toEqual([
    { status: 'pending', problem: 'taken' },
    { status: 'verified', problem: null },
  ])
})

test('a name that was lost is suspended after seven days, and nobody else’s for thirty more', async () => {
  const mine = await addVerifiedDomain(server, dns, ana, 'lost.example')
  const state = async () => (await readDomain(ana, mine)).status
  unpublish(dns, mine)
  await checkDomains(server, [mine])
  expect(await readDomain(ana, mine)).toMatchObject({ status: 'active', problem: 'cname' })
  await passDays(server, mine, 6)
  await checkDomains(server, [mine])
  expect(await state()).toBe('active')
  await passDays(server, mine, 1)
  await checkDomains(server, [mine])
  expect(await state()).toBe('suspended')
  expect((await asks('lost.example')).status).toBe(404)
  expect((await ben.send('POST', DOMAINS, { domain: 'lost.example' })).status).toBe(400)
  await passDays(server, mine, 29)
  await checkDomains(server, [mine])
  expect(await state()).toBe('suspended')
  await passDays(server, mine, 1)
  await checkDomains(server, [mine])
  expect(await state()).toBe('failed')
  expect((await addVerifiedDomain(server, dns, ben, 'lost.example')).status).toBe('active')
  publish(dns, mine)
  await reset(ana, mine)
  await checkDomains(server, [mine])
  expect(await readDomain(ana, mine)).toMatchObject({ status: 'pending', problem: 'taken' })
})

test('a suspended one is back as soon as its records are', async () => {
  const mine = await addVerifiedDomain(server, dns, ana, 'back.example')
  unpublish(dns, mine)
  await passDays(server, mine, 7)
  await checkDomains(server, [mine])
  expect((await readDomain(ana, mine)).status).toBe('suspended')
  publish(dns, mine)
  await reset(ana, mine)
  expect((await readDomain(ana, mine)).status).toBe('suspended')
  await checkDomains(server, [mine])
  expect((await readDomain(ana, mine)).status).toBe('active')
})

test('one in use stays so while it is checked again (R-445)', async () => {
  const mine = await addVerifiedDomain(server, dns, ana, 'stays.example')
  expect(await reset(ana, mine)).toMatchObject({ status: 'active', validation_counter: 0 })
})

test('certificates are for verified names alone', async () => {
  await addVerifiedDomain(server, dns, ana, 'shown.example')
  await addDomain(ana, 'hidden.example')
  for (const name of ['shown.example', 'SHOWN.example.'])
    expect((await asks(name)).status).toBe(200)
  for (const name of [
    'hidden.example',
    'nobody.example',
    'go.example',
    '',
    '%00',
    'a/b',
    'shown.example/',
  ]) {
    expect((await asks(name)).status).toBe(404)
  }
  expect((await server.request('GET', '/domains/ask')).status).toBe(400)
})

test('who asks for names that nobody has proven, too often, has to wait; proven ones go on', async () => {
  await addVerifiedDomain(server, dns, ana, 'busy.example')
  expect((await asks('guessed.example')).status).toBe(404)
  await server.deps.sql`
    update throttle set count = 600 where key like 'unknownDomainsByAddress:%'`
  const refused = await asks('guessed.example')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await asks('busy.example')).status).toBe(200)
})
