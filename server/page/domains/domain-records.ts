import { Resolver } from 'node:dns/promises'
import type { DnsRecord, DomainProblem } from '#contract/page/domains.ts'
import type { Config } from '../../platform/config/config.ts'

/** Timeout in milliseconds per DNS server and attempt. */
const TIMEOUT_MS = 3000
const TRIES = 2
/** Maximum number of CNAME records in a chain to this server. */
const MAX_CNAMES = 4

type DomainToken = { domain: string; token: string }

/** Returns the CNAME record that sends visitors to this server. */
export function cnameRecord(
  { domain }: DomainToken,
  config: Pick<Config, 'shortLinkHost'>,
): DnsRecord {
  return {
    type: 'CNAME',
    name: domain,
    value: normalizedHost(new URL(config.shortLinkHost).hostname),
  }
}

/** Returns the TXT record that proves the ownership of a domain. */
export const txtRecord = ({ domain, token }: DomainToken): DnsRecord => ({
  type: 'TXT',
  name: `_split.${domain}`,
  value: `split-verify=${token}`,
})

/** Returns which of the two records is missing; null if both exist. */
export async function missingRecord(
  named: DomainToken,
  config: Pick<Config, 'shortLinkHost' | 'dnsServers'>,
): Promise<DomainProblem | null> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  if (config.dnsServers.length > 0) resolver.setServers(config.dnsServers)
  try {
    if (!(await leadsTo(resolver, named.domain, cnameRecord(named, config).value))) return 'cname'
    const { name, value } = txtRecord(named)
    const texts = await listOrEmpty(resolver.resolveTxt(name))
    // A long text is split into several strings.
    return texts.some((pieces) => pieces.join('').trim() === value) ? null : 'txt'
  } catch {
    return 'dns'
  }
}

async function leadsTo(resolver: Resolver, from: string, to: string): Promise<boolean> {
  let name = from
  for (let step = 0; step < MAX_CNAMES; step++) {
    const [next] = await listOrEmpty(resolver.resolveCname(name))
    if (next === undefined) return false
    name = normalizedHost(next)
    if (name === to) return true
  }
  return false
}

/** Returns an empty list if no record exists. Other DNS errors are thrown. */
async function listOrEmpty<Item>(lookup: Promise<Item[]>): Promise<Item[]> {
  try {
    return await lookup
  } catch (error) {
    if (NO_RECORD_CODES.has((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}

const NO_RECORD_CODES = new Set(['ENODATA', 'ENOTFOUND'])
const normalizedHost = (host: string) => host.toLowerCase().replace(/\.$/, '')
