import { resolve } from 'node:path'
import { ConfigError, number, read, type Env } from './config-readers.ts'

/** Where a backup is written every night, and how many of them stay. */
export type BackupSettings = { dir: string; keep: number; passphraseFile: string | null }

/** Null without `BACKUP_DIR`. Whether the folder is there is seen each night: a disk may be away today. */
export function backupSettings(env: Env): BackupSettings | null {
  const [dir, file] = [read(env, 'BACKUP_DIR'), read(env, 'BACKUP_PASSPHRASE_FILE')]
  const keep = number(env, 'BACKUP_KEEP', 7, 1, 10_000)
  if (dir === undefined && file !== undefined)
    throw new ConfigError('BACKUP_DIR must be set too when BACKUP_PASSPHRASE_FILE is.')
  if (dir === undefined) return null
  return { dir: resolve(dir), keep, passphraseFile: file === undefined ? null : resolve(file) }
}
