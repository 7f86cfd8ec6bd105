import { listCustomDomains } from '#api/domains.ts'
import { useAnswer, type Answer } from '#app/query/use-answer.ts'
import type { CustomDomain } from '#contract/domains.ts'
import { isDue } from './domain-state.ts'

/** A check takes seconds; what waits for the next one is asked for now and then. */
const SOON_MS = 2000
const LATER_MS = 30_000

export type Domains = Answer<CustomDomain[]>

/** Those that wait are asked for again by themselves. */
export const useCustomDomains = (): Domains =>
  useAnswer('custom domains', listCustomDomains, { copy: true, poll: waitFor })

function waitFor(rows: CustomDomain[] = []): number | null {
  if (rows.some((row) => isDue(row))) return SOON_MS
  return rows.some(({ status }) => status === 'pending') ? LATER_MS : null
}

/** What the server answered of one, in the place of what it was. */
export function keep(domains: Domains, next: CustomDomain) {
  const rows = domains.value ?? []
  const isNew = !rows.some(({ id }) => id === next.id)
  // One alone is the main one.
  const others = next.is_main ? rows.map((row) => ({ ...row, is_main: false })) : rows
  domains.set(isNew ? [...others, next] : others.map((row) => (row.id === next.id ? next : row)))
}
