import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** The database goes through SQL, and the rest is made again. */
const NOT_KEPT = /^(postgres.*|lib|cache|incoming|restore\.part)$/
/** Under way while somebody looks. */
const UNFINISHED = /\.part$/

export const SECRETS_FILE = 'secrets.json'
export const STAGING = 'restore.part'

type Options = { dataDir: string; except?: string | null }

/** Paths in the data folder of what a backup holds: pictures, secrets, letters, pages of the operator. */
export async function filesIn({ dataDir, except = null }: Options): Promise<string[]> {
  const top = await readdir(dataDir).catch(noneIfMissing)
  const kept = top.filter((name) => !NOT_KEPT.test(name)).sort()
  const found: string[] = []
  for (const name of kept) found.push(...(await below(join(dataDir, name), except)))
  return found.map((path) => relative(dataDir, path))
}

/** Links are followed: pictures may lie on another disk. */
async function below(path: string, except: string | null): Promise<string[]> {
  if (path === except || UNFINISHED.test(path)) return []
  const found = await stat(path).catch(nullIfMissing)
  if (found?.isFile()) return [path]
  if (!found?.isDirectory()) return []
  const names = (await readdir(path).catch(noneIfMissing)).sort()
  const files: string[] = []
  for (const name of names) files.push(...(await below(join(path, name), except)))
  return files
}

/** Null for one that was deleted since it was found: the data at hand does not name it any more. */
export const readKept = (path: string) => readFile(path).catch(nullIfMissing)

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

function noneIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}

/** Whatever a file says, nothing is written outside of the folder. */
export const isSafePath = (path: string) =>
  path !== '' &&
  !/[\0\\]/.test(path) &&
  path.split('/').every((name) => name !== '' && name !== '.' && name !== '..') &&
  !NOT_KEPT.test(path.split('/', 1)[0] ?? '')
