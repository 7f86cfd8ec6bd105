import { resolve } from 'node:path'
import { ConfigError, readNumber, readValue, type Env } from './config-readers.ts'

/** Settings of the nightly backup: folder, number of backups to keep, file with the passphrase. */
export type BackupSettings = { dir: string; keep: number; passphraseFile: string | null }

/**
 * Returns the settings; null without `BACKUP_DIR`. Does not require the folder to exist, because
 * its disk may be absent at the start.
 */
export function backupSettings(env: Env): BackupSettings | null {
  const [dir, file] = [readValue(env, 'BACKUP_DIR'), readValue(env, 'BACKUP_PASSPHRASE_FILE')]
  const keep = readNumber(env, 'BACKUP_KEEP', 7, 1, 10_000)
  if (dir === undefined && file !== undefined)
    throw new ConfigError('BACKUP_DIR must be set too when BACKUP_PASSPHRASE_FILE is.')
  if (dir === undefined) return null
  return { dir: resolve(dir), keep, passphraseFile: file === undefined ? null : resolve(file) }
}
