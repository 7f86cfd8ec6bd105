import { expect, vi } from 'vitest'
import type { CustomDomain } from '#contract/page/domains.ts'
import { checkDue } from '../../../../server/page/domains/domain-checks.ts'
import type { Probe } from '../../../../server/page/domains/domain-probe.ts'
import type { DnsServer } from '../hosts/dns-server.ts'
import type { Person } from '../people.ts'
import type { TestServer } from '../test-app.ts'

export const DOMAINS = '/v1/users/me/links/domains/custom/'

export async function addDomain(person: Person, domain: string): Promise<CustomDomain> {
  const response = await person.send('POST', DOMAINS, { domain })
  if (response.status !== 201) throw new Error(`not added: ${await response.text()}`)
  return (await response.json()) as CustomDomain
}

export async function readDomain(person: Person, { id }: { id: number }): Promise<CustomDomain> {
  return (await (await person.send('GET', `${DOMAINS}${id}/`)).json()) as CustomDomain
}

/** Sets the DNS records that the owner has to add. */
export function publish(dns: DnsServer, { dns: cname, txt }: CustomDomain) {
  dns.cname.set(cname.name, cname.value)
  dns.txt.set(txt.name, [...(dns.txt.get(txt.name) ?? []), txt.value])
}

export function unpublish(dns: DnsServer, { dns: cname, txt }: CustomDomain) {
  dns.cname.delete(cname.name)
  dns.txt.delete(txt.name)
}

const { signal } = new AbortController()

/** Runs a check round in which only these domains are due. */
export async function checkDomains(
  server: TestServer,
  domains: { id: number }[],
  probe: Probe = async () => true,
) {
  const { sql } = server.deps
  await sql`update link_domains set next_check_at = now() + interval '1 day' where next_check_at is not null`
  for (const { id } of domains) {
    await sql`update link_domains set next_check_at = now() where id = ${id} and next_check_at is not null`
  }
  await checkDue(server.deps, signal, probe)
}

export async function addVerifiedDomain(
  server: TestServer,
  dns: DnsServer,
  person: Person,
  name: string,
) {
  const added = await addDomain(person, name)
  publish(dns, added)
  // A listening server also runs this job, which may be checking the domain at the same time.
  return vi.waitFor(async () => {
    await checkDomains(server, [added])
    const domain = await readDomain(person, added)
    expect(domain.status).toBe('active')
    return domain
  })
}

/** Moves the domain's times this many days into the past. */
export async function passDays({ deps }: TestServer, { id }: { id: number }, days: number) {
  await deps.sql`
    update link_domains set proven_at = proven_at - make_interval(days => ${days}),
      suspended_at = suspended_at - make_interval(days => ${days}) where id = ${id}`
}
