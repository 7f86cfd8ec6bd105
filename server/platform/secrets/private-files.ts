import { chmodSync, lstatSync, readdirSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from './make-folder.ts'

/** Permissions of the group and of all other accounts. */
const OTHERS_MASK = 0o077
/** Folders that are skipped: PostgreSQL protects its own data, and its programs are not secret. */
const SKIPPED = /^(postgres(\.new-.*)?|lib)$/

/**
 * Restricts DATA_DIR to the account of this process: files that already exist there and, through
 * the umask, all new ones.
 */
export function restrictAccess(dataDir: string): void {
  // Folders above stay accessible, because the database's account must be able to pass through
  // them.
  makeFolder(dataDir, 0o755)
  process.umask(OTHERS_MASK)
  if (!isOurs(lstatSync(dataDir))) return
  for (const name of readdirSync(dataDir)) {
    if (!SKIPPED.test(name)) restrict(join(dataDir, name))
  }
  restrictRoot(dataDir)
}

/**
 * Closes DATA_DIR itself. If the server runs as root, the database uses another account, which may
 * pass through this folder but not list it.
 */
function restrictRoot(dataDir: string) {
  const passThrough = process.getuid?.() === 0 ? 0o001 : 0
  chmodSync(dataDir, 0o700 | (lstatSync(dataDir).mode & passThrough))
}

/**
 * Restricts a file or folder recursively. A folder is changed after its content, so that an
 * interrupted run continues at the next start.
 */
function restrict(path: string) {
  const found = lstatSync(path)
  if (found.isSymbolicLink() || !isOurs(found) || (found.mode & OTHERS_MASK) === 0) return
  if (found.isDirectory()) for (const name of readdirSync(path)) restrict(join(path, name))
  chmodSync(path, found.isDirectory() ? 0o700 : 0o600)
}

/**
 * Returns whether this account owns the file. Shared folders with the sticky bit, such as `/tmp`,
 * are excluded.
 */
const isOurs = ({ uid, mode }: Stats) => uid === process.getuid?.() && (mode & 0o1000) === 0
