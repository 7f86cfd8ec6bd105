import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = '/usr/lib/postgresql'

/**
 * Returns the newest PostgreSQL installed by Debian and the folder of its programs. Patroni needs
 * more programs than our own PostgreSQL has.
 */
export function findDebianPostgres(): { major: string; bin: string } | undefined {
  const versions = existsSync(FOLDER) ? readdirSync(FOLDER) : []
  return versions
    .toSorted((one, other) => Number(other) - Number(one))
    .map((major) => ({ major, bin: join(FOLDER, major, 'bin') }))
    .find(({ bin }) => existsSync(join(bin, 'pg_rewind')))
}
