import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** System account that runs the database. */
export type Account = { name: string; uid: number; gid: number }

/**
 * Existing system accounts that may own the database, in order of preference. Every system has the
 * last one.
 */
const CANDIDATES = ['split', 'postgres', '_postgres', 'www-data', 'nobody']

/**
 * Returns the account for the database if the server runs as root, because PostgreSQL refuses to
 * run as root. Returns null for other users: the database then runs as the same user. An existing
 * cluster keeps its owner.
 */
export function databaseAccount(cluster: string): Account | null {
  if (process.getuid?.() !== 0) return null
  const accounts = readAccounts()
  const owner = existsSync(cluster) ? statSync(cluster).uid : 0
  const account =
    accounts.find(({ uid }) => uid === owner && uid !== 0) ??
    CANDIDATES.map((name) => accounts.find((one) => one.name === name)).find(Boolean)
  if (!account) throw new Error('there is no account but root to run it as')
  return account
}

function readAccounts(): Account[] {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  return lines
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.split(':'))
    .flatMap(([name, , uid, gid]) => (name && uid && gid ? [[name, uid, gid] as const] : []))
    .map(([name, uid, gid]) => ({ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }))
}

/** Returns whether the account can enter this folder and all folders above it. */
export function canReach(folder: string, account: Account | null): boolean {
  if (!account) return true
  const { mode, uid, gid } = statSync(folder)
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0
  const passable = ((mode >> shift) & 1) === 1
  const above = dirname(folder)
  return passable && (above === folder || canReach(above, account))
}

/** Lets other accounts pass through the data folder. Private files inside have their own modes. */
export function allowPassing(folder: string) {
  chmodSync(folder, statSync(folder).mode | 0o001)
}
