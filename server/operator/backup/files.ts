import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'

/**
 * Entries of the data folder that are not in a backup. The database is exported by SQL, the others
 * are rebuilt.
 */
const EXCLUDED = /^(postgres.*|lib|cache|incoming|restore\.part)$/
/** Files that another process may still be writing. */
const UNFINISHED = /\.part$/

export const SECRETS_FILE = 'secrets.json'
export const STAGING_FOLDER = 'restore.part'

type Options = { dataDir: string; except?: string | null }

/**
 * Returns the paths of all files in the data folder that belong in a backup: pictures, secrets,
 * saved emails, pages of the operator.
 */
export async function listBackupFiles({ dataDir, except = null }: Options): Promise<string[]> {
  const top = await readdir(dataDir).catch(emptyIfNotFound)
  const kept = top.filter((name) => !EXCLUDED.test(name)).sort()
  const found: string[] = []
  for (const name of kept) found.push(...(await listFilesBelow(join(dataDir, name), except)))
  return found.map((path) => relative(dataDir, path))
}

/**
 * Returns the files below a path. Symbolic links are followed, because pictures may be on another
 * disk.
 */
async function listFilesBelow(path: string, except: string | null): Promise<string[]> {
  if (path === except || UNFINISHED.test(path)) return []
  const found = await stat(path).catch(nullIfNotFound)
  if (found?.isFile()) return [path]
  if (!found?.isDirectory()) return []
  const names = (await readdir(path).catch(emptyIfNotFound)).sort()
  const files: string[] = []
  for (const name of names) files.push(...(await listFilesBelow(join(path, name), except)))
  return files
}

/**
 * Reads a file. Returns null if it was deleted in the meantime. The exported rows do not refer to
 * it then.
 */
export const readIfExists = (path: string) => readFile(path).catch(nullIfNotFound)

function nullIfNotFound(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

function emptyIfNotFound(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}

/** Returns whether a path from a backup stays inside the data folder. */
export const isSafePath = (path: string) =>
  path !== '' &&
  !/[\0\\]/.test(path) &&
  path.split('/').every((name) => name !== '' && name !== '.' && name !== '..') &&
  !EXCLUDED.test(path.split('/', 1)[0] ?? '')
