import type { Options } from 'ky'
import * as v from 'valibot'
import { V1 } from '#contract/app-constants.ts'
import { CustomDomain, DomainProblem } from '#contract/page/domains.ts'
import { parseAnswer, http, withKey, type Keyed } from '#http/client.ts'
import { bareOrResult, rowsOf } from '../list-answers.ts'

const ROOT = `${V1}/users/me/links/domains/custom/`

/** Domain with defaults. An unknown problem of a newer server counts as a missing DNS answer. */
const Domain = v.object({
  ...CustomDomain.entries,
  zone: v.fallback(CustomDomain.entries.zone, ''),
  problem: v.fallback(v.nullable(DomainProblem), 'dns'),
})
const OneAnswer = bareOrResult(Domain)
const ListAnswer = v.object({ results: rowsOf(Domain) })

export const listCustomDomains = async (options: Options = {}): Promise<CustomDomain[]> =>
  (await parseAnswer(http.get(ROOT, options), ListAnswer, options)).results

/** Adds a domain. Requests with the same `key` add only one. */
export const addCustomDomain = (json: { domain: string }, options: Keyed): Promise<CustomDomain> =>
  parseAnswer(http.post(ROOT, { json, ...withKey(options) }), OneAnswer, options)

export const editCustomDomain = (
  id: number,
  json: { domain?: string; is_main?: boolean },
  options: Options = {},
): Promise<CustomDomain> =>
  parseAnswer(http.patch(`${ROOT}${id}/`, { json, ...options }), OneAnswer, options)

/**
 * Removes a domain. `links: 'main'` moves its links to the main host; without it, a domain with
 * links is not removed.
 */
export async function removeCustomDomain(
  id: number,
  { links, ...options }: Options & { links?: 'main' | undefined } = {},
): Promise<void> {
  await http.delete(`${ROOT}${id}/`, { ...options, ...(links && { searchParams: { links } }) })
}

/** Restarts the verification of a domain and runs the first check at once. */
export const checkCustomDomain = (id: number, options: Options = {}): Promise<CustomDomain> =>
  parseAnswer(http.post(`${ROOT}${id}/reset_validation_counter/`, options), OneAnswer, options)
