import { listCustomDomains } from '#api/page/domains.ts'
import { useAnswer, type Answer } from '#app/query/use-answer.ts'
import type { CustomDomain } from '#contract/page/domains.ts'
import { isCheckDue } from './domain-state.ts'

/** A check takes seconds, so poll quickly while one is due and slowly between checks. */
const DUE_POLL_MS = 2000
const PENDING_POLL_MS = 30_000

export type Domains = Answer<CustomDomain[]>

/** Loads the custom domains, and polls while one of them waits for a check. */
export const useCustomDomains = (): Domains =>
  useAnswer('custom domains', listCustomDomains, { copy: true, poll: pollDelay })

function pollDelay(rows: CustomDomain[] = []): number | null {
  if (rows.some((row) => isCheckDue(row))) return DUE_POLL_MS
  return rows.some(({ status }) => status === 'pending') ? PENDING_POLL_MS : null
}

/** Replaces a domain in the loaded list, or adds a new one, with the server's answer. */
export function storeDomain(domains: Domains, next: CustomDomain) {
  const rows = domains.value ?? []
  const isNew = !rows.some(({ id }) => id === next.id)
  // Only one domain can be the main domain.
  const others = next.is_main ? rows.map((row) => ({ ...row, is_main: false })) : rows
  domains.set(isNew ? [...others, next] : others.map((row) => (row.id === next.id ? next : row)))
}
