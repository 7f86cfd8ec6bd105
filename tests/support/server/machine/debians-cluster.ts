import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { databaseAccount } from '../../../../server/platform/db/embedded/account.ts'
import { findDebianPostgres } from './debians-postgres.ts'

/** Debian's commands for PostgreSQL. They need root and the account `postgres`. */
const CREATE = '/usr/bin/pg_createcluster'

export const canCluster = () =>
  existsSync(CREATE) &&
  findDebianPostgres() !== undefined &&
  process.getuid?.() === 0 &&
  databaseAccount('/nowhere')?.name === 'postgres'

/**
 * Database that Debian creates when its package is installed, below a folder that represents a
 * machine.
 */
export class DebianCluster {
  readonly env: Record<string, string>
  readonly #major: string

  constructor(root: string, port: number) {
    this.#major = findDebianPostgres()?.major ?? ''
    const run = join(root, 'run')
    const settings = join(root, 'etc/postgresql')
    for (const folder of [run, settings, join(root, 'var/lib/postgresql')]) {
      mkdirSync(folder, { recursive: true })
      chmodSync(folder, folder === run ? 0o777 : 0o755)
    }
    this.env = { PG_CLUSTER_CONF_ROOT: settings, PGHOST: run, PGPORT: String(port) }
    const data = join(root, 'var/lib/postgresql', this.#major, 'main')
    const places = ['-d', data, '-s', run, '-l', join(root, 'run/log'), '-p', String(port)]
    this.#run(CREATE, this.#major, 'main', '-u', 'postgres', ...places)
    this.#run('pg_ctlcluster', this.#major, 'main', 'start')
  }

  restart() {
    this.#run('pg_ctlcluster', this.#major, 'main', 'restart')
  }

  exists = () => existsSync(join(this.env['PG_CLUSTER_CONF_ROOT'] ?? '', this.#major, 'main'))

  remove() {
    if (this.exists()) this.#run('pg_dropcluster', '--stop', this.#major, 'main')
  }

  #run(program: string, ...args: string[]) {
    execFileSync(program, args, {
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', ...this.env },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  }
}
