import { COOKIES } from '#contract/people/session-cookies.ts'
import type { Access } from '#contract/people/members.ts'
import type { Session } from '#http/credentials.ts'
import {
  actingFor,
  hasKnownAccounts,
  isAllowed,
  knownAccounts,
  type KnownAccount,
} from './acting.ts'

/**
 * Returns the session of the signed-in person. Cookies are authoritative; the stored copy is for
 * the worker.
 */
export function readOwnSession(): Session | null {
  const token = readCookie(COOKIES.token)
  if (!token) return null
  const jwt = readCookie(COOKIES.jwt)
  return { token, jwt, fingerprint: readCookie(COOKIES.fingerprint), uuid: jwt && userOf(jwt) }
}

/** Returns the session with the account for which this tab acts as its user. */
export function readSession(): Session | null {
  const own = readOwnSession()
  const account = own && actingFor(own.uuid)
  return account ? { ...own, uuid: account.id, account: account.id } : own
}

/** Returns the account of another person for which this tab acts; undefined for one's own. */
export const currentAccount = (): KnownAccount | undefined =>
  hasKnownAccounts() ? actingFor(readOwnSession()?.uuid ?? null) : undefined

/** Returns the accounts that the signed-in person has helped with on this device. */
export const helpedAccounts = (): KnownAccount[] =>
  hasKnownAccounts() ? knownAccounts(readOwnSession()?.uuid ?? null) : []

/** Returns whether the person may see or do this in the account for which this tab acts. */
export const mayUse = (access: Access): boolean => isAllowed(currentAccount(), access)

/**
 * Returns the user id in a token. It only names the user's database; the server does not trust it.
 */
export function userOf(jwt: string): string | null {
  try {
    const payload = (jwt.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const { uuid, sub } = JSON.parse(atob(payload)) as { uuid?: unknown; sub?: unknown }
    return [uuid, sub].find((claim) => typeof claim === 'string') ?? null
  } catch {
    return null
  }
}

const pairs = () => document.cookie.split('; ').filter((pair) => pair !== '')
export const cookieNames = () => pairs().map((pair) => pair.split('=')[0] ?? '')

function readCookie(name: string): string | null {
  const pair = pairs().find((candidate) => candidate.startsWith(`${name}=`))
  return pair ? decodeURIComponent(pair.slice(name.length + 1)) : null
}
