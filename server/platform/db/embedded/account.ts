import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Whom the database runs as. */
export type Account = { name: string; uid: number; gid: number }

/** Existing system accounts fit to own the database, best first; the last one every system has. */
const CANDIDATES = ['split', 'postgres', '_postgres', 'www-data', 'nobody']

/**
 * PostgreSQL refuses to run as root, so there it runs as an account that exists already; null when we
 * are an ordinary user and it runs as ourselves. A cluster made earlier stays with its owner.
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

/** Can the account enter this folder? Every folder above must let it pass. */
export function canReach(folder: string, account: Account | null): boolean {
  if (!account) return true
  const { mode, uid, gid } = statSync(folder)
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0
  const passable = ((mode >> shift) & 1) === 1
  const above = dirname(folder)
  return passable && (above === folder || canReach(above, account))
}

/** The data folder is ours: others may pass through it (what is private inside has its own mode). */
export function letThrough(folder: string) {
  chmodSync(folder, statSync(folder).mode | 0o001)
}
