import { readdir, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ConfigError } from '../../platform/config/config-error.ts'
import { incompletePath } from '../../platform/db/embedded/upgrade-folders.ts'
import { MIN_FREE_BYTES, formatBytes } from '../../platform/storage/disk-space.ts'

/** Approximate maximum size of PostgreSQL's write-ahead log. */
const LOG_BYTES = 1024 ** 3

/**
 * Throws if the disk has no room for a second database. The old one is kept until all rows of the
 * new one are counted, and a full disk would stop the old one, too.
 */
export async function requireDiskSpace(cluster: string): Promise<void> {
  const [size, left] = [await sizeOf(cluster), await sizeOf(incompletePath(cluster))]
  const { bavail, bsize } = await statfs(dirname(cluster))
  // Files of an interrupted upgrade are deleted first.
  const free = bavail * bsize + left
  const needed = size + Math.min(size, LOG_BYTES) + MIN_FREE_BYTES
  if (free >= needed) return
  throw new ConfigError(
    `The database in ${cluster} must be upgraded to a newer PostgreSQL. That needs ${formatBytes(needed)} of free space, and ${formatBytes(free)} are free. Nothing was changed. Free some space and start again.`,
  )
}

/** Returns the total size of all files in a folder, or 0 if it does not exist. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      stat(join(parentPath, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
