import { randomUUID } from 'node:crypto'
import { V1 } from '#contract/app-constants.ts'
import type { CustomDomain } from '#contract/page/domains.ts'
import { startDns, type DnsServer } from '#support/server/hosts/dns-server.ts'
import { perWorker, runServer, SERVER_FIXTURE } from './per-worker.ts'
import type { RunningServer } from './running-server.ts'
import { expect, test as base, type Person } from './test.ts'

/** Extends `test` with a DNS server whose records the tests set, and a server that uses it. */
export const test = base.extend<object, { dns: DnsServer; server: RunningServer }>({
  dns: perWorker(startDns),
  server: [
    async ({ dns }, provide) => runServer({ DNS_SERVERS: dns.address }, provide),
    SERVER_FIXTURE,
  ],
})

const PATH = `${V1}/users/me/links/domains/custom/`

export const newName = () => `links.n${randomUUID().slice(0, 8)}.example`

export async function addDomain(person: Person, domain: string): Promise<CustomDomain> {
  const answer = await person.send('POST', PATH, { domain })
  return (await answer.json()) as CustomDomain
}

/**
 * Adds a domain, sets its DNS records and waits until it is verified. A check that gets no answer
 * from the DNS server, as on a busy machine, is repeated at once and not a minute later.
 */
export async function provenDomain(person: Person, dns: DnsServer): Promise<CustomDomain> {
  const domain = await addDomain(person, newName())
  dns.cname.set(domain.dns.name, domain.dns.value)
  dns.txt.set(domain.txt.name, [domain.txt.value])
  const path = `${PATH}${domain.id}/`
  const check = () => person.send('POST', `${path}reset_validation_counter/`)
  const status = async () => {
    const answer = await person.send('GET', path)
    const { status, problem } = (await answer.json()) as CustomDomain
    if (status === 'pending' && problem !== null) await check()
    return status
  }
  await check()
  // The test's own limit applies.
  await expect.poll(status, { timeout: 0 }).toBe('active')
  return domain
}
