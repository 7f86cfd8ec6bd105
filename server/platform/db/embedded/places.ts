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
import { canReach, databaseAccount, allowPassing, type Account } from './account.ts'
import { findBinaries } from './binaries.ts'

export type Places = {
  account: Account | null
  bin: string
  /** Data folder of PostgreSQL. */
  cluster: string
}

/**
 * Finds the folders of programs and data. The data is in DATA_DIR/postgres. If the database's
 * account cannot reach that folder, it becomes a link to a folder that the account can reach.
 */
export function findPlaces(dataDir: string): Places {
  const cluster = clusterOf(dataDir)
  const account = databaseAccount(cluster)
  return {
    account,
    bin: findBinaries(account, () => (account ? systemFolder(account) : join(dataDir, 'lib'))),
    cluster: account ? reachableCluster(dataDir, account) : cluster,
  }
}

/** Returns the real path of the cluster if it exists. */
export function clusterOf(dataDir: string): string {
  const path = join(dataDir, 'postgres')
  return existsSync(path) ? realpathSync(path) : path
}

function reachableCluster(dataDir: string, account: Account): string {
  const path = join(dataDir, 'postgres')
  if (existsSync(path)) {
    const real = realpathSync(path)
    if (real === realpathSync(dataDir) + '/postgres') allowPassing(dataDir)
    return real
  }
  if (isLink(path)) throw new Error(`${path} points to a folder that is gone`)
  allowPassing(dataDir)
  if (canReach(realpathSync(dataDir), account)) return path
  const home = mkdtempSync(join(systemFolder(account), 'data-'))
  chmodSync(home, 0o711)
  symlinkSync(join(home, 'postgres'), path)
  return join(home, 'postgres')
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

/** Returns a system folder that every account can enter. */
function systemFolder(account: Account): string {
  for (const folder of ['/var/lib/split', '/usr/local/lib/split', '/opt/split']) {
    try {
      // The umask keeps new folders private, but this one must be open.
      if (mkdirSync(folder, { recursive: true })) chmodSync(folder, 0o755)
      if (canReach(realpathSync(folder), account)) return folder
    } catch {
      // The folder is read-only; try the next one.
    }
  }
  throw new Error('there is no folder that its account can reach')
}

/**
 * Maximum length of the socket folder. `sun_path` holds 104 bytes on macOS and 108 on Linux,
 * including the socket's name.
 */
const LONGEST_SOCKET_FOLDER = 103 - '/.s.PGSQL.5432'.length

/**
 * Creates a folder for the socket that only the database's account can enter and whose path is
 * short enough.
 */
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
