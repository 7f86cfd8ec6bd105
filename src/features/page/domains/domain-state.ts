import { count } from '#app/formats.ts'
import { dayText } from '#app/problems/times.ts'
import type { CustomDomain, DomainProblem } from '#contract/page/domains.ts'

export type DomainState = {
  /** Label text of one or two words. */
  name: string
  tone: 'neutral' | 'warn' | 'danger' | 'good'
  /** Text beside the label. */
  detail: string
  /** Explanation and next step; '' if there is nothing to do. */
  help: string
  /** Number of completed checks, while checks are running or have failed. */
  ticks?: { done: number; of: number }
  /** Whether the user has to add or correct DNS records. */
  needsRecords: boolean
  /** Whether another check can change the state. */
  canCheck: boolean
}

/** Texts for the problem that the last check found. */
const PROBLEM_TEXTS: Record<DomainProblem, string> = {
  cname: 'no CNAME found',
  txt: 'no TXT record found',
  dns: 'its DNS did not answer',
  taken: 'another account has this domain',
  certificate: 'waiting for the certificate',
}

/** Returns whether the next check is due or running. */
export const isCheckDue = ({ status, problem, next_check_at }: CustomDomain, now = Date.now()) =>
  (status === 'pending' && problem === null) ||
  (next_check_at !== null && Date.parse(next_check_at) <= now)

/** Returns the state of a domain in plain words. */
export function stateOf(domain: CustomDomain, now: number): DomainState {
  switch (domain.status) {
    case 'active':
      return activeState(domain)
    case 'failed':
      return failedState(domain, now)
    case 'suspended':
      return suspendedState(domain)
    default:
      return pendingState(domain, now)
  }
}

function activeState({ is_main, links, problem }: CustomDomain): DomainState {
  const detail = [...(is_main ? ['Main'] : []), linkCountText(links)].join(', ')
  const noAction = { needsRecords: false, canCheck: false }
  if (problem === null) return { name: 'Verified', tone: 'good', detail, help: '', ...noAction }
  return {
    name: 'Verified',
    tone: 'warn',
    detail,
    help: `The last check went wrong: ${PROBLEM_TEXTS[problem]}. Fix it within seven days, or links stop using this domain.`,
    needsRecords: true,
    canCheck: true,
  }
}

function pendingState(domain: CustomDomain, now: number): DomainState {
  const { problem, validation_counter: done, max_validations: of } = domain
  if (problem === 'certificate') return certificateState(domain, now)
  if (problem === 'taken') return takenState()
  if (problem === null) {
    return {
      name: 'Waiting for DNS',
      tone: 'warn',
      detail: 'Checking now',
      help: 'Add two records where you bought the domain, then we check automatically.',
      needsRecords: true,
      canCheck: true,
    }
  }
  return {
    name: 'Checking',
    tone: 'neutral',
    detail: `${done} of ${of}, ${nextCheckText(domain, now)}`,
    help: `${capitalize(PROBLEM_TEXTS[problem])} yet. New records can take an hour to be seen.`,
    ticks: { done, of },
    needsRecords: true,
    canCheck: true,
  }
}

const certificateState = (domain: CustomDomain, now: number): DomainState => ({
  name: 'Certificate',
  tone: 'warn',
  detail: capitalize(nextCheckText(domain, now)),
  help: 'DNS is right, waiting for the certificate. There is nothing to do. Until then links keep their main address.',
  needsRecords: false,
  canCheck: true,
})

const takenState = (): DomainState => ({
  name: 'Taken',
  tone: 'danger',
  detail: '',
  help: 'Another account has verified this domain. Remove it there, then check again.',
  needsRecords: false,
  canCheck: true,
})

function failedState(domain: CustomDomain, now: number): DomainState {
  const { last_checked_at: last, links, max_validations: of, problem } = domain
  const what = problem ?? 'dns'
  const used = links > 0 ? ` ${fallbackText(links)}` : ''
  return {
    name: what === 'taken' ? 'Taken' : 'Not found',
    tone: 'danger',
    detail: last === null ? '' : `Last check ${dayText(Date.parse(last), now)}`,
    help:
      what === 'taken'
        ? `Another account has verified this domain.${used}`
        : `${of} checks, ${PROBLEM_TEXTS[what]}. Compare the records, then start again.${used}`,
    ticks: { done: of, of },
    needsRecords: what !== 'taken',
    canCheck: true,
  }
}

const suspendedState = ({ links }: CustomDomain): DomainState => ({
  name: 'Suspended',
  tone: 'danger',
  detail: linkCountText(links),
  help: `Its records have been gone for seven days, so nothing is shown there.${links > 0 ? ` ${fallbackText(links)}` : ''} Put the records back, then check again.`,
  needsRecords: true,
  canCheck: true,
})

/** Returns the sentence that links of an inactive domain still work at their main address. */
const fallbackText = (links: number) =>
  links === 1
    ? 'Its link works at its main address meanwhile.'
    : `Its ${count(links)} links work at their main addresses meanwhile.`

export const linkCountText = (links: number) => (links === 1 ? '1 link' : `${count(links)} links`)

function nextCheckText({ next_check_at: next }: CustomDomain, now: number): string {
  const wait = next === null ? 0 : Date.parse(next) - now
  if (wait <= 0) return 'checking now'
  const minutes = Math.ceil(wait / 60_000)
  return minutes < 120 ? `next in ${minutes} min` : `next in ${Math.round(minutes / 60)} hours`
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
