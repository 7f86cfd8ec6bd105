import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

const BACKUP_NAME = /^split-\d{8}T\d{6}Z\.backup$/
const UNFINISHED_NAME = /^split-\d{8}T\d{6}Z\.backup\.part$/

/** Returns the file name of a backup. Sorting by name sorts by time. */
export const backupName = (at: Date) =>
  `split-${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.backup`

/** Deletes unfinished backups of interrupted nights. */
export async function removeUnfinishedBackups(dir: string): Promise<void> {
  for (const name of await readdir(dir)) if (UNFINISHED_NAME.test(name)) await rm(join(dir, name))
}

/** Deletes all but the newest `keep` backups. Other files in the folder are left alone. */
export async function removeOldBackups(dir: string, keep: number): Promise<void> {
  const found = (await readdir(dir)).filter((name) => BACKUP_NAME.test(name)).sort()
  for (const name of found.slice(0, -keep)) await rm(join(dir, name))
}
