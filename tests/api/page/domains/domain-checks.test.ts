import { beforeEach, expect, test } from 'vitest'
import { startDns } from '#support/server/hosts/dns-server.ts'
import { ask, fieldError, expectTooMany } from '#support/server/asking.ts'
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
import { startTestServer } from '#support/server/test-app.ts'
import { checkDue } from '../../../../server/page/domains/domain-checks.ts'
import { forThisFile } from '#support/server/for-this-file.ts'

let ana: Person
let ben: Person
const dns = await forThisFile(startDns())
const server = await startTestServer({
  appOrigin: 'https://app.example',
  shortLinkHost: 'https://go.example',
  dnsServers: [dns.address],
})
beforeEach(async () => {
  ana = await signUp(server)
  ben = await signUp(server)
})

const answers = async () => true
const asks = (domain: string) => server.request('GET', `/domains/ask?domain=${domain}`)
const statusOf = async (domain: string) => (await asks(domain)).status
const reset = async (person: Person, { id }: { id: number }) =>
  (await ask(person, 'POST', `${DOMAINS}${id}/reset_validation_counter/`)).body

test('a domain needs both records, with the token of its own account', async () => {
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

test('a check that was running during a reset does not delay the next one (R-445)', async () => {
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
  const active = { status: 'active', validation_counter: 0 }
  expect(await readDomain(ana, added)).toMatchObject(active)
})

test('checks end after ten with growing intervals, until the owner resets them (R-445)', async () => {
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

test('two simultaneous rounds check a domain once', async () => {
  const added = await addDomain(ana, 'once.ana.example')
  const { signal } = new AbortController()
  const check = () => checkDue(server.deps, signal, answers)
  await Promise.all([check(), check()])
  expect((await readDomain(ana, added)).validation_counter).toBe(1)
})

test('a domain waits for its certificate until it answers over https', async () => {
  const added = await addDomain(ana, 'slow.ana.example')
  publish(dns, added)
  await checkDomains(server, [added], async () => false)
  expect(await readDomain(ana, added)).toMatchObject({ status: 'pending', problem: 'certificate' })
  // The answer has to be 200, or else the proxy could never get a certificate.
  expect(await statusOf('slow.ana.example')).toBe(200)
  await checkDomains(server, [added])
  expect(await readDomain(ana, added)).toMatchObject({ status: 'active', problem: null })
})

test('the probe over https has an answer only this installation knows', async () => {
  const [path, other] = ['a', 'b'].map((letter) => `/domains/probe/${letter.repeat(32)}`)
  const answer = await (await server.request('GET', path ?? '')).text()
  expect(answer).toMatch(/^[\w-]{43}$/)
  expect(await (await server.request('GET', other ?? '')).text()).not.toBe(answer)
  expect((await server.request('GET', '/domains/probe/hello')).status).toBe(404)
})

test('the first account to verify a domain gets it, others see that it is taken (R-441)', async () => {
  const mine = await addDomain(ana, 'fought.example')
  const theirs = await addDomain(ben, 'Fought.example.')
  publish(dns, mine)
  publish(dns, theirs)
  await checkDomains(server, [mine])
  await checkDomains(server, [theirs])
  expect((await readDomain(ana, mine)).status).toBe('active')
  expect(await readDomain(ben, theirs)).toMatchObject({ status: 'pending', problem: 'taken' })
  const cleo = await signUp(server)
  const text = 'Another account has verified this domain. Remove it there first.'
  const refused = await ask(cleo, 'POST', DOMAINS, { domain: 'FOUGHT.example' })
  expect(refused).toEqual(fieldError('domain', text))
})

test('of two simultaneous verifications one succeeds', async () => {
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

test('a lost domain is suspended after seven days and reserved for thirty more', async () => {
  const mine = await addVerifiedDomain(server, dns, ana, 'lost.example')
  /** Returns the status after so many days more. */
  const statusAfter = async (days: number) => {
    await passDays(server, mine, days)
    await checkDomains(server, [mine])
    return (await readDomain(ana, mine)).status
  }
  unpublish(dns, mine)
  expect(await statusAfter(0)).toBe('active')
  expect((await readDomain(ana, mine)).problem).toBe('cname')
  expect(await statusAfter(6)).toBe('active')
  expect(await statusAfter(1)).toBe('suspended')
  expect(await statusOf('lost.example')).toBe(404)
  expect((await ben.send('POST', DOMAINS, { domain: 'lost.example' })).status).toBe(400)
  expect(await statusAfter(29)).toBe('suspended')
  expect(await statusAfter(1)).toBe('failed')
  expect((await addVerifiedDomain(server, dns, ben, 'lost.example')).status).toBe('active')
  publish(dns, mine)
  await reset(ana, mine)
  await checkDomains(server, [mine])
  expect(await readDomain(ana, mine)).toMatchObject({ status: 'pending', problem: 'taken' })
})

test('a suspended domain is active again once its records are back', async () => {
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

test('an active domain stays active while it is checked again (R-445)', async () => {
  const mine = await addVerifiedDomain(server, dns, ana, 'stays.example')
  expect(await reset(ana, mine)).toMatchObject({ status: 'active', validation_counter: 0 })
})

test('certificates are allowed for verified domains only', async () => {
  await addVerifiedDomain(server, dns, ana, 'shown.example')
  await addDomain(ana, 'hidden.example')
  for (const name of ['shown.example', 'SHOWN.example.']) expect(await statusOf(name)).toBe(200)
  const others = ['hidden.example', 'nobody.example', 'go.example', 'shown.example/']
  for (const name of [...others, '', '%00', 'a/b']) expect(await statusOf(name)).toBe(404)
  expect((await server.request('GET', '/domains/ask')).status).toBe(400)
})

test('too many requests for unknown domains are limited; verified ones still work', async () => {
  await addVerifiedDomain(server, dns, ana, 'busy.example')
  expect(await statusOf('guessed.example')).toBe(404)
  await server.deps.sql`
    update throttle set count = 600 where key like 'unknownDomainsByAddress:%'`
  expectTooMany(await asks('guessed.example'))
  expect(await statusOf('busy.example')).toBe(200)
})
