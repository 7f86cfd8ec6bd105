import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../../config/config-error.ts'
import { majorVersion } from './binaries.ts'

/** Returns the major version that created the data if it differs from ours, otherwise null. */
export function otherVersion(cluster: string): string | null {
  const made = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  return made === majorVersion() ? null : made
}

/**
 * Throws if another major version created the data, because PostgreSQL cannot read it. Changes
 * nothing.
 */
export function refuseOtherVersion(cluster: string): void {
  const made = otherVersion(cluster)
  if (made !== null) throw new ConfigError(missingProgramsMessage(cluster, made))
}

export const missingProgramsMessage = (cluster: string, made: string) =>
  [
    `The database in ${cluster} is of PostgreSQL ${made}, and this installation runs ${majorVersion()}. Nothing was changed.`,
    `Install PostgreSQL ${made} beside it (Debian: postgresql-${made}) or set PG_OLD_BIN to the folder of its programs, and start the server: it brings the data over.`,
    'Without: the installation that ran it until now writes npm run operator -- backup split.backup, and this one with a new DATA_DIR reads it: npm run operator -- restore split.backup',
  ].join('\n')
