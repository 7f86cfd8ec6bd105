import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

const OURS = /^split-\d{8}T\d{6}Z\.backup$/
const BROKEN_OFF = /^split-\d{8}T\d{6}Z\.backup\.part$/

/** In the order of time when sorted. */
export const nameOfBackup = (at: Date) =>
  `split-${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.backup`

/** What a night that was cut short left. */
export async function removeBrokenOff(dir: string): Promise<void> {
  for (const name of await readdir(dir)) if (BROKEN_OFF.test(name)) await rm(join(dir, name))
}

/** Whatever else lies there is not ours to delete. */
export async function removeOld(dir: string, keep: number): Promise<void> {
  const found = (await readdir(dir)).filter((name) => OURS.test(name)).sort()
  for (const name of found.slice(0, -keep)) await rm(join(dir, name))
}
