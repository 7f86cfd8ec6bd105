import * as v from 'valibot'
import { address } from '../common.ts'

/** Maximum number of checks before the user must restart the verification. */
export const MAX_VALIDATIONS = 10
export const MAX_DOMAINS = 20

/**
 * Problem found by the latest check: a missing record, no answer from DNS, a name that another user
 * has verified, or only the certificate.
 */
export const DomainProblem = v.picklist(['cname', 'txt', 'dns', 'taken', 'certificate'])
export type DomainProblem = v.InferOutput<typeof DomainProblem>

export const DnsRecord = v.object({ type: v.string(), name: v.string(), value: v.string() })
export type DnsRecord = v.InferOutput<typeof DnsRecord>

/** Creator's own domain for short links. */
export const CustomDomain = v.object({
  id: v.number(),
  domain: v.string(),
  /** Registered domain whose DNS contains the records. */
  zone: v.string(),
  /** `active`: links can use it. `suspended`: it was active, but its DNS records are gone. */
  status: v.picklist(['pending', 'active', 'failed', 'suspended']),
  problem: v.nullable(DomainProblem),
  validation_counter: v.number(),
  max_validations: v.number(),
  dns: DnsRecord,
  txt: DnsRecord,
  /** Whether new links use this domain. */
  is_main: v.boolean(),
  /** Number of links on this domain. */
  links: v.number(),
  last_checked_at: v.nullable(v.string()),
  next_check_at: v.nullable(v.string()),
})
export type CustomDomain = v.InferOutput<typeof CustomDomain>

const Name = address(300)
export const NewDomain = v.object({ domain: Name })
export const DomainEdit = v.object({ domain: v.optional(Name), is_main: v.optional(v.boolean()) })
/**
 * `links: 'main'` moves the links of this domain to the main host. Without it, a domain with links
 * is not removed.
 */
export const DomainRemoval = v.object({ links: v.optional(v.picklist(['main'])) })
