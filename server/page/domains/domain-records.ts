import { Resolver } from 'node:dns/promises'
import type { DnsRecord, DomainProblem } from '#contract/domains.ts'
import type { Config } from '../../platform/config/config.ts'

/** Timeout in milliseconds per DNS server and attempt. */
const TIMEOUT_MS = 3000
const TRIES = 2
/** Maximum number of CNAME records in a chain to this server. */
const MOST_STEPS = 4

type Named = { domain: string; token: string }

/** Returns the CNAME record that sends visitors to this server. */
export function cnameRecord({ domain }: Named, config: Pick<Config, 'shortLinkHost'>): DnsRecord {
  return { type: 'CNAME', name: domain, value: bare(new URL(config.shortLinkHost).hostname) }
}

/** Returns the TXT record that proves the ownership of a domain. */
export const txtRecord = ({ domain, token }: Named): DnsRecord => ({
  type: 'TXT',
  name: `_split.${domain}`,
  value: `split-verify=${token}`,
})

/** Returns which of the two records is missing; null if both exist. */
export async function missingRecord(
  named: Named,
  config: Pick<Config, 'shortLinkHost' | 'dnsServers'>,
): Promise<DomainProblem | null> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  if (config.dnsServers.length > 0) resolver.setServers(config.dnsServers)
  try {
    if (!(await leadsTo(resolver, named.domain, cnameRecord(named, config).value))) return 'cname'
    const { name, value } = txtRecord(named)
    const texts = await found(resolver.resolveTxt(name))
    // A long text is split into several strings.
    return texts.some((pieces) => pieces.join('').trim() === value) ? null : 'txt'
  } catch {
    return 'dns'
  }
}

async function leadsTo(resolver: Resolver, from: string, to: string): Promise<boolean> {
  let name = from
  for (let step = 0; step < MOST_STEPS; step++) {
    const [next] = await found(resolver.resolveCname(name))
    if (next === undefined) return false
    name = bare(next)
    if (name === to) return true
  }
  return false
}

/** Returns an empty list if no record exists. Other DNS errors are thrown. */
async function found<Item>(asked: Promise<Item[]>): Promise<Item[]> {
  try {
    return await asked
  } catch (error) {
    if (NONE.has((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}

const NONE = new Set(['ENODATA', 'ENOTFOUND'])
const bare = (host: string) => host.toLowerCase().replace(/\.$/, '')
