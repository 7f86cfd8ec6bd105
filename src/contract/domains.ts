import * as v from 'valibot'
import { text } from './common.ts'

/** Checks of a domain before it has to be started again. */
export const MAX_VALIDATIONS = 10
export const MAX_DOMAINS = 20

/**
 * What the latest check has missed: one of the records, any answer of the DNS, the name itself
 * (somebody else has proven it), or the certificate, when all else is right.
 */
export const DomainProblem = v.picklist(['cname', 'txt', 'dns', 'taken', 'certificate'])
export type DomainProblem = v.InferOutput<typeof DomainProblem>

export const DnsRecord = v.object({ type: v.string(), name: v.string(), value: v.string() })
export type DnsRecord = v.InferOutput<typeof DnsRecord>

/** A creator's own domain for short links. */
export const CustomDomain = v.object({
  id: v.number(),
  domain: v.string(),
  /** What was bought: the part of it in whose DNS the records stand. */
  zone: v.string(),
  /** `active`: links can use it. `suspended`: it could be used, and its records are gone. */
  status: v.picklist(['pending', 'active', 'failed', 'suspended']),
  problem: v.nullable(DomainProblem),
  validation_counter: v.number(),
  max_validations: v.number(),
  dns: DnsRecord,
  txt: DnsRecord,
  /** New links begin with it. */
  is_main: v.boolean(),
  /** How many links stand on it. */
  links: v.number(),
  last_checked_at: v.nullable(v.string()),
  next_check_at: v.nullable(v.string()),
})
export type CustomDomain = v.InferOutput<typeof CustomDomain>
export const CustomDomains = v.object({ results: v.array(CustomDomain) })

const Name = text(300)
export const NewDomain = v.object({ domain: Name })
export const DomainEdit = v.object({ domain: v.optional(Name), is_main: v.optional(v.boolean()) })
/** `links: 'main'`: those that stand on it lead on below the main host; without it they keep it here. */
export const DomainRemoval = v.object({ links: v.optional(v.picklist(['main'])) })
