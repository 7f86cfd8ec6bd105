import type { DnsServer } from '../hosts/dns-server.ts'
import { addLink, editLink, readLink } from '../links.ts'
import { signUp, type Person } from '../people.ts'
import type { TestServer } from '../test-app.ts'
import { addVerifiedDomain } from './domains.ts'

const isBlocked = async (person: Person, link: { uuid: string }) =>
  (await readLink(person, link)).is_blocked

/** Adds a creator with a domain. */
export async function addDomainOwner(server: TestServer, dns: DnsServer) {
  const ana = await signUp(server)
  const name = `n${crypto.randomUUID().slice(0, 8)}.ana.test`
  return { ana, domain: await addVerifiedDomain(server, dns, ana, name) }
}

/** Adds links of two creators with one code: on the main host, and on a domain of its creator. */
export async function addSameCodes(server: TestServer, dns: DnsServer) {
  const { ana, domain } = await addDomainOwner(server, dns)
  const ben = await signUp(server)
  const main = await addLink(ben, 'https://shop.example/main')
  const code = main.short_code
  const { uuid } = await addLink(ana, 'https://shop.example/own')
  const moved = await editLink(ana, { uuid }, { link_domain_id: domain.id, short_code: code })
  if (moved.status !== 200) throw new Error(`not moved: ${JSON.stringify(moved.body)}`)
  return {
    ana,
    ben,
    domain,
    main,
    own: moved.body,
    code,
    /** Name of the link on the domain below the main host. */
    name: `${code}~${domain.id}`,
    /** Returns which of the two links are blocked. */
    blocked: async () => ({
      main: await isBlocked(ben, main),
      own: await isBlocked(ana, moved.body),
    }),
  }
}
