import { readdir, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ConfigError } from '../../platform/config/config-error.ts'
import { underWay } from '../../platform/db/embedded/beside.ts'
import { FLOOR_BYTES, sized } from '../../platform/storage/disk-space.ts'

/** PostgreSQL's log of what is written, which it cuts back to about this. */
const LOG_BYTES = 1024 ** 3

/**
 * The new lies beside the old until every row is counted. Where that cannot fit nothing is begun: a full
 * disk in the middle would take the old one's room, too.
 */
export async function refuseWithoutRoom(cluster: string): Promise<void> {
  const [size, left] = [await sizeOf(cluster), await sizeOf(underWay(cluster))]
  const { bavail, bsize } = await statfs(dirname(cluster))
  // What a killed try has left goes first.
  const free = bavail * bsize + left
  const needed = size + Math.min(size, LOG_BYTES) + FLOOR_BYTES
  if (free >= needed) return
  throw new ConfigError(
    `The database in ${cluster} is to be brought over to a newer PostgreSQL, which takes ${sized(needed)} beside it, and ${sized(free)} are free. Nothing was changed; make room and start again.`,
  )
}

/** Of all files in it; 0 for what is not there. */
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
