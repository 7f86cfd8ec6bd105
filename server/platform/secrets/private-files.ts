import { chmodSync, lstatSync, readdirSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from './make-folder.ts'

const OTHERS = 0o077
/** PostgreSQL sees to its own data, and its programs are no secret. */
const NOT_OURS = /^(postgres(\.new-.*)?|lib)$/

/**
 * What people entrust to this server is for its own account alone: from here on whatever it makes,
 * and what lies in DATA_DIR from before, whatever the modes that were set around it.
 */
export function keepPrivate(dataDir: string): void {
  // The folders above are not ours to close; the database's account has to pass through them.
  makeFolder(dataDir, 0o755)
  process.umask(OTHERS)
  if (!isOurs(lstatSync(dataDir))) return
  for (const name of readdirSync(dataDir)) {
    if (!NOT_OURS.test(name)) close(join(dataDir, name))
  }
  closeTop(dataDir)
}

/** Run by root, the database has an account of its own, which passes through this folder and sees nothing. */
function closeTop(dataDir: string) {
  const passing = process.getuid?.() === 0 ? 0o001 : 0
  chmodSync(dataDir, 0o700 | (lstatSync(dataDir).mode & passing))
}

/** A folder that nobody else can enter has closed what is in it; it is closed last, so that a start cut short goes on. */
function close(path: string) {
  const found = lstatSync(path)
  if (found.isSymbolicLink() || !isOurs(found) || (found.mode & OTHERS) === 0) return
  if (found.isDirectory()) for (const name of readdirSync(path)) close(join(path, name))
  chmodSync(path, found.isDirectory() ? 0o700 : 0o600)
}

/** Another account's can only be closed by it; a folder for everybody (`/tmp`) must stay one. */
const isOurs = ({ uid, mode }: Stats) => uid === process.getuid?.() && (mode & 0o1000) === 0
