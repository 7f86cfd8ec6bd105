import {
  chownSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canReach, databaseAccount, letThrough, type Account } from './account.ts'
import { findBinaries } from './binaries.ts'

export type Places = {
  account: Account | null
  bin: string
  /** PostgreSQL's own data folder. */
  cluster: string
}

/**
 * Where programs and data lie. The data is DATA_DIR/postgres; when root's account cannot get there (a
 * clone in a private home), that is a link to a folder it can reach.
 */
export function findPlaces(dataDir: string): Places {
  const cluster = clusterOf(dataDir)
  const account = databaseAccount(cluster)
  return {
    account,
    bin: findBinaries(account, () => (account ? systemFolder(account) : join(dataDir, 'lib'))),
    cluster: account ? reachable(dataDir, account) : cluster,
  }
}

/** The real folder, if it is there already. */
export function clusterOf(dataDir: string): string {
  const path = join(dataDir, 'postgres')
  return existsSync(path) ? realpathSync(path) : path
}

function reachable(dataDir: string, account: Account): string {
  const path = join(dataDir, 'postgres')
  if (existsSync(path)) {
    const real = realpathSync(path)
    if (real === realpathSync(dataDir) + '/postgres') letThrough(dataDir)
    return real
  }
  if (isLink(path)) throw new Error(`${path} points to a folder that is gone`)
  letThrough(dataDir)
  if (canReach(realpathSync(dataDir), account)) return path
  const home = mkdtempSync(join(systemFolder(account), 'data-'))
  chmodSync(home, 0o711)
  symlinkSync(join(home, 'postgres'), path)
  return join(home, 'postgres')
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

/** A folder of this machine that every account can enter. */
function systemFolder(account: Account): string {
  for (const folder of ['/var/lib/split', '/usr/local/lib/split', '/opt/split']) {
    try {
      // Whatever we make is ours alone; this is the exception.
      if (mkdirSync(folder, { recursive: true })) chmodSync(folder, 0o755)
      if (canReach(realpathSync(folder), account)) return folder
    } catch {
      // Read-only here; the next one may do.
    }
  }
  throw new Error('there is no folder that its account can reach')
}

/** `sun_path` holds 104 bytes on macOS, 108 on Linux, with the socket's own name in it. */
const LONGEST_SOCKET_FOLDER = 103 - '/.s.PGSQL.5432'.length

/** A folder that only the database's account (and root) can enter, short enough for a socket. */
export function socketFolder({ cluster, account }: Places): string {
  let folder = `${cluster}/socket`
  if (Buffer.byteLength(folder) <= LONGEST_SOCKET_FOLDER) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } else {
    const base = tmpdir().length < 60 ? tmpdir() : '/tmp'
    folder = mkdtempSync(join(base, 'split-socket-'))
  }
  chmodSync(folder, 0o700)
  if (account) chownSync(folder, account.uid, account.gid)
  return folder
}
