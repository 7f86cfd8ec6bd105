import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = '/usr/lib/postgresql'

/** The newest PostgreSQL that Debian has put here, and its programs: Patroni needs more of them than ours has. */
export function debiansPostgres(): { major: string; bin: string } | undefined {
  const versions = existsSync(FOLDER) ? readdirSync(FOLDER) : []
  return versions
    .toSorted((one, other) => Number(other) - Number(one))
    .map((major) => ({ major, bin: join(FOLDER, major, 'bin') }))
    .find(({ bin }) => existsSync(join(bin, 'pg_rewind')))
}
