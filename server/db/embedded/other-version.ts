import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../../config-error.ts'
import { majorVersion } from './binaries.ts'

/** PostgreSQL reads no data of another major version. It is asked for nothing then, and nothing is changed. */
export function refuseOtherVersion(cluster: string): void {
  const made = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  const ours = majorVersion()
  if (made === ours) return
  throw new ConfigError(
    [
      `The database in ${cluster} is of PostgreSQL ${made}, and this installation runs ${ours}. Nothing was changed.`,
      'With the installation that ran it until now: npm run operator -- backup split.backup',
      'Then with this one and DATA_DIR set to a new folder: npm run operator -- restore split.backup',
    ].join('\n'),
  )
}
