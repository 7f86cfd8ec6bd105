import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { clusterOf } from '../db/embedded/places.ts'

/** Disk that holds data of ours. `holds` lists it, like `data, pictures`. Sizes in bytes. */
export type DiskSpace = { holds: string; path: string; free: number; total: number }

export type Disks = {
  /** Returns each disk once, with everything it holds. */
  look(): Promise<DiskSpace[]>
}

const GB = 1024 ** 3
const LOW_SHARE = 0.1
const LOW_BYTES = 2 * GB
/**
 * Minimum free space for new files. Below it a write may fail half-way, and the database is close
 * to failing.
 */
export const MIN_FREE_BYTES = 200 * 1024 ** 2

type Location = { holds: string; path: string }

/**
 * Creates a reader of the free space for the data folder, the embedded database and the pictures.
 */
export function createDisks(config: Pick<Config, 'dataDir' | 'databaseUrl' | 's3'>): Disks {
  const { dataDir, databaseUrl, s3 } = config
  const places = (): Location[] => [
    { holds: 'data', path: dataDir },
    ...(databaseUrl === null ? [{ holds: 'database', path: clusterOf(dataDir) }] : []),
    ...(s3 ? [] : [{ holds: 'pictures', path: join(dataDir, 'media') }]),
  ]
  return { look: () => readDisks(places()) }
}

async function readDisks(places: Location[]): Promise<DiskSpace[]> {
  const disks = new Map<number, DiskSpace>()
  for (const { holds, path } of places) {
    const found = await measureDisk(path)
    if (!found) continue
    const known = disks.get(found.device)
    if (known) known.holds += `, ${holds}`
    else disks.set(found.device, { holds, path, free: found.free, total: found.total })
  }
  return [...disks.values()]
}

/** Returns undefined for a folder that does not exist yet or cannot be read. */
async function measureDisk(path: string) {
  try {
    const [{ dev }, { bavail, blocks, bsize }] = await Promise.all([stat(path), statfs(path)])
    return { device: dev, free: bavail * bsize, total: blocks * bsize }
  } catch {
    return undefined
  }
}

export const isLow = ({ free, total }: DiskSpace) => free < LOW_BYTES || free < total * LOW_SHARE

/** Returns whether there is space to accept a file. */
export async function hasFreeSpace(disks: Disks): Promise<boolean> {
  return (await disks.look()).every(({ free }) => free >= MIN_FREE_BYTES)
}

/** Returns text like `1.2 GB of 20 GB free (data, pictures)`. */
export const describeDisk = ({ holds, free, total }: DiskSpace) =>
  `${formatBytes(free)} of ${formatBytes(total)} free (${holds})`

export function formatBytes(bytes: number): string {
  const [unit, name] = bytes < GB ? [1024 ** 2, 'MB'] : [GB, 'GB']
  const count = bytes / unit
  return `${count < 10 ? count.toFixed(1) : Math.round(count)} ${name}`
}
