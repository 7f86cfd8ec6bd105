import type { Access, HelpedAccount } from '#contract/people/members.ts'

/** Key of the accounts that a person helps with, in `localStorage`. */
const KNOWN = 'split-accounts'
/** Key of the account for which a tab acts, in `sessionStorage`. Empty for the person's own. */
const ACTIVE = 'split-account'

export type KnownAccount = HelpedAccount & {
  /** Whether the server no longer lets the person act for the account. */
  isLost?: boolean
}
type Known = {
  /** User id of the person. */
  person: string
  accounts: KnownAccount[]
  /** Account for which new tabs act; null for the person's own. */
  latest: string | null
}

function read(person: string | null): Known {
  try {
    const known = JSON.parse(localStorage.getItem(KNOWN) ?? 'null') as Known | null
    if (known && known.person === person) return known
  } catch {
    // Without storage a person acts for their own account.
  }
  return { person: person ?? '', accounts: [], latest: null }
}

/** Returns whether anybody has helped with accounts on this device, without parsing them. */
export function hasKnownAccounts(): boolean {
  try {
    return localStorage.getItem(KNOWN) !== null
  } catch {
    return false
  }
}

/** Returns the accounts that this person has helped with on this device. */
export const knownAccounts = (person: string | null): KnownAccount[] => read(person).accounts

/** Stores the accounts that a person may help with. Earlier ones that are missing count as lost. */
export function saveAccounts(person: string, accounts: HelpedAccount[]): KnownAccount[] {
  const known = read(person)
  const lost = known.accounts.filter(({ id }) => !accounts.some((one) => one.id === id))
  const all = [...accounts, ...lost.map((one) => ({ ...one, isLost: true }))]
  if (all.length > 0 || known.accounts.length > 0) write({ ...known, accounts: all })
  return all
}

/** Returns the ids of the person's own account and of those that they helped with. */
export const accountIds = (person: string | null): string[] =>
  person ? [person, ...knownAccounts(person).map(({ id }) => id)] : []

/** Removes an account of which nothing is left on this device. */
export function forgetAccount(person: string, id: string): void {
  const known = read(person)
  write({ ...known, accounts: known.accounts.filter((one) => one.id !== id) })
}

/** Forgets the accounts that were helped with, except those of one person, if given. */
export function forgetAccounts(keepPerson: string | null): void {
  try {
    if (keepPerson && read(keepPerson).accounts.length > 0) return
    localStorage.removeItem(KNOWN)
    sessionStorage.removeItem(ACTIVE)
  } catch {
    // Without storage nothing was stored.
  }
}

function write(known: Known) {
  try {
    localStorage.setItem(KNOWN, JSON.stringify(known))
  } catch {
    // Without storage a person acts for their own account.
  }
}

/**
 * Returns the account of another person for which this tab acts; undefined for the person's own. A
 * tab keeps its account until it is loaded again, whatever other tabs do.
 */
export function actingFor(person: string | null): KnownAccount | undefined {
  try {
    const { accounts, latest } = read(person)
    if (accounts.length === 0) return undefined
    const id = sessionStorage.getItem(ACTIVE) ?? latest ?? ''
    sessionStorage.setItem(ACTIVE, id)
    return accounts.find((one) => one.id === id)
  } catch {
    return undefined
  }
}

/** Stores for which account this tab and new ones act. Load the page again afterwards. */
export function setActing(person: string, id: string | null): void {
  write({ ...read(person), latest: id })
  try {
    sessionStorage.setItem(ACTIVE, id ?? '')
  } catch {
    // See above.
  }
}

/** Returns whether the account allows what a screen shows. Everything is allowed in one's own. */
export const isAllowed = (account: KnownAccount | undefined, access: Access): boolean =>
  account === undefined || account.access.includes(access)
