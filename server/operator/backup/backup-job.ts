import { join } from 'node:path'
import { ConfigError } from '../../platform/config/config-error.ts'
import type { BackupSettings } from '../../platform/config/config-backup.ts'
import type { Deps } from '../../env.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import { noteBackup } from './backup-state.ts'
import { nameOfBackup, removeBrokenOff, removeOld } from './kept-backups.ts'
import { passphraseIn } from './passphrase.ts'
import { silent } from './progress.ts'
import { writeBackup } from './write-backup.ts'

/**
 * Writes the nightly backup if a backup folder is set. With several servers only one runs it, so
 * all of them must share the folder.
 */
export const backup: JobHandler<'backup'> = async (deps, _payload, signal) => {
  const { config, db, log } = deps
  if (!config.backup) return
  try {
    const { path, bytes } = await writeTonights(deps, config.backup, signal)
    await noteBackup(db, { done: new Date().toISOString(), failed: null, why: null })
    log.info('backup written', { path, bytes })
  } catch (error) {
    // The server is shutting down. The next one retries the job.
    if (signal.aborted) throw error
    log.error('backup failed', { error })
    await tell(deps, reasonOf(error))
  }
}

/** Tells the operator that the server process ended twice during the backup. */
export const backupGivenUp = (deps: Deps) =>
  tell(deps, 'The server ended in the middle of it, again and again.')

async function writeTonights(deps: Deps, settings: BackupSettings, signal: AbortSignal) {
  const { dir, keep, passphraseFile } = settings
  const passphrase = passphraseFile === null ? null : passphraseIn(passphraseFile)
  await removeBrokenOff(dir)
  const path = join(dir, nameOfBackup(new Date()))
  const { bytes } = await writeBackup(deps, path, { passphrase, progress: silent, signal })
  // Delete old backups only after the new one was verified.
  await removeOld(dir, keep)
  return { path, bytes }
}

async function tell({ db, jobs }: Deps, why: string) {
  await db.transaction(async (tx) => {
    await noteBackup(tx, { failed: new Date().toISOString(), why })
    await jobs.add(tx, 'backup-mail', {}, { key: 'backup-mail' })
  })
}

const MOST = 300

function reasonOf(error: unknown): string {
  const { message, code = '' } = error as NodeJS.ErrnoException
  if (error instanceof ConfigError) return message
  // Messages of the database may contain user data, so only those of system errors are kept.
  return /^E[A-Z]+$/.test(code) ? message.slice(0, MOST) : `${code || 'An error'}, see the log.`
}
