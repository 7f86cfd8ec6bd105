import { listCustomDomains } from '#api/domains.ts'
import { useAnswer, type Answer } from '#app/query/use-answer.ts'
import type { CustomDomain } from '#contract/domains.ts'
import { isDue } from './domain-state.ts'

/** A check takes seconds, so poll quickly while one is due and slowly between checks. */
const SOON_MS = 2000
const LATER_MS = 30_000

export type Domains = Answer<CustomDomain[]>

/** Loads the custom domains, and polls while one of them waits for a check. */
export const useCustomDomains = (): Domains =>
  useAnswer('custom domains', listCustomDomains, { copy: true, poll: waitFor })

function waitFor(rows: CustomDomain[] = []): number | null {
  if (rows.some((row) => isDue(row))) return SOON_MS
  return rows.some(({ status }) => status === 'pending') ? LATER_MS : null
}

/** Replaces a domain in the loaded list, or adds a new one, with the server's answer. */
export function keep(domains: Domains, next: CustomDomain) {
  const rows = domains.value ?? []
  const isNew = !rows.some(({ id }) => id === next.id)
  // Only one domain can be the main domain.
  const others = next.is_main ? rows.map((row) => ({ ...row, is_main: false })) : rows
  domains.set(isNew ? [...others, next] : others.map((row) => (row.id === next.id ? next : row)))
}
