import { join } from 'node:path'
import { ConfigError } from '../../platform/config/config-error.ts'
import type { BackupSettings } from '../../platform/config/config-backup.ts'
import type { Deps } from '../../env.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import { noteBackup } from './backup-state.ts'
import { backupName, removeUnfinishedBackups, removeOldBackups } from './kept-backups.ts'
import { readPassphraseFile } from './passphrase.ts'
import { noProgress } from './progress.ts'
import { writeBackup } from './write-backup.ts'

/**
 * Writes the nightly backup if a backup folder is set. With several servers only one runs it, so
 * all of them must share the folder.
 */
export const backup: JobHandler<'backup'> = async (deps, _payload, signal) => {
  const { config, db, log } = deps
  if (!config.backup) return
  try {
    const { path, bytes } = await writeNightlyBackup(deps, config.backup, signal)
    await noteBackup(db, { done: new Date().toISOString(), failed: null, why: null })
    log.info('backup written', { path, bytes })
  } catch (error) {
    // The server is shutting down. The next one retries the job.
    if (signal.aborted) throw error
    log.error('backup failed', { error })
    await reportFailure(deps, publicReason(error))
  }
}

/** Tells the operator that the server process ended twice during the backup. */
export const backupGivenUp = (deps: Deps) =>
  reportFailure(deps, 'The server stopped during the backup, twice.')

async function writeNightlyBackup(deps: Deps, settings: BackupSettings, signal: AbortSignal) {
  const { dir, keep, passphraseFile } = settings
  const passphrase = passphraseFile === null ? null : readPassphraseFile(passphraseFile)
  await removeUnfinishedBackups(dir)
  const path = join(dir, backupName(new Date()))
  const { bytes } = await writeBackup(deps, path, { passphrase, progress: noProgress, signal })
  // Delete old backups only after the new one was verified.
  await removeOldBackups(dir, keep)
  return { path, bytes }
}

async function reportFailure({ db, jobs }: Deps, why: string) {
  await db.transaction(async (tx) => {
    await noteBackup(tx, { failed: new Date().toISOString(), why })
    await jobs.add(tx, 'backup-mail', {}, { key: 'backup-mail' })
  })
}

const MAX_REASON_LENGTH = 300

function publicReason(error: unknown): string {
  const { message, code = '' } = error as NodeJS.ErrnoException
  if (error instanceof ConfigError) return message
  // Messages of the database may contain user data, so only those of system errors are kept.
  return /^E[A-Z]+$/.test(code)
    ? message.slice(0, MAX_REASON_LENGTH)
    : `${code || 'An error'}, see the log.`
}
