import { StoreUnreachable } from '../storage/unreachable.ts'

/** What keeps a statement from being done that has nothing wrong with it. */
export type Unavailable = 'gone' | 'full' | 'slow'

/** The driver's own codes; PostgreSQL's for being stopped or started, a recovery, no connection left. */
const GONE =
  /^(CONNECTION_(CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT|08[0-9A-Z]{3}|57P0[1235]|53300|25006)$/

/** The network's: the embedded database's socket is missing (ENOENT) while it starts. */
const UNREACHABLE =
  /^(E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOENT)|EAI_AGAIN|ENOTFOUND)$/

/** Disk, memory or another resource used up, an error of the disk; and those of our own files. */
const FULL = /^(53[124]00|58030|ENOSPC|EDQUOT|EROFS)$/

/** Ended because it took too long: its own fault at times, that of all the others at others. */
const SLOW = /^57014$/

/** Whether the same would succeed later, when the database, its disk or the store is well again. */
export function unavailableBy(error: unknown): Unavailable | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof StoreUnreachable) return 'gone'
    const { code = '' } = at as NodeJS.ErrnoException
    if (FULL.test(code)) return 'full'
    if (GONE.test(code)) return 'gone'
    if (SLOW.test(code)) return 'slow'
    // The driver writes on an error which statement it kept from being done; a shop is not the database.
    if (UNREACHABLE.test(code) && 'query' in at) return 'gone'
  }
  return undefined
}
