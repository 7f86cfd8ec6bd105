import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { clusterOf } from '../db/embedded/places.ts'

/** A disk that something of ours lies on; in bytes. */
export type DiskSpace = { holds: string; path: string; free: number; total: number }

export type Disks = {
  /** Each disk once, however much lies on it. */
  look(): Promise<DiskSpace[]>
}

const GB = 1024 ** 3
const LOW_SHARE = 0.1
const LOW_BYTES = 2 * GB
/** Below this a file could fail in the middle, and the database is near its end. */
export const FLOOR_BYTES = 200 * 1024 ** 2

type Place = { holds: string; path: string }

/** What this machine's disks have left: the data, the embedded database and the pictures. */
export function createDisks(config: Pick<Config, 'dataDir' | 'databaseUrl' | 's3'>): Disks {
  const { dataDir, databaseUrl, s3 } = config
  const places = (): Place[] => [
    { holds: 'data', path: dataDir },
    ...(databaseUrl === null ? [{ holds: 'database', path: clusterOf(dataDir) }] : []),
    ...(s3 ? [] : [{ holds: 'pictures', path: join(dataDir, 'media') }]),
  ]
  return { look: () => lookAt(places()) }
}

async function lookAt(places: Place[]): Promise<DiskSpace[]> {
  const disks = new Map<number, DiskSpace>()
  for (const { holds, path } of places) {
    const found = await measured(path)
    if (!found) continue
    const known = disks.get(found.device)
    if (known) known.holds += `, ${holds}`
    else disks.set(found.device, { holds, path, free: found.free, total: found.total })
  }
  return [...disks.values()]
}

/** Undefined for a folder that is not there (yet). */
async function measured(path: string) {
  try {
    const [{ dev }, { bavail, blocks, bsize }] = await Promise.all([stat(path), statfs(path)])
    return { device: dev, free: bavail * bsize, total: blocks * bsize }
  } catch {
    return undefined
  }
}

export const isLow = ({ free, total }: DiskSpace) => free < LOW_BYTES || free < total * LOW_SHARE

/** Whether a file may still be taken in. */
export async function hasRoom(disks: Disks): Promise<boolean> {
  return (await disks.look()).every(({ free }) => free >= FLOOR_BYTES)
}

/** For people: `1.2 GB of 20 GB free (data, pictures)`. */
export const described = ({ holds, free, total }: DiskSpace) =>
  `${sized(free)} of ${sized(total)} free (${holds})`

export function sized(bytes: number): string {
  const [unit, name] = bytes < GB ? [1024 ** 2, 'MB'] : [GB, 'GB']
  const count = bytes / unit
  return `${count < 10 ? count.toFixed(1) : Math.round(count)} ${name}`
}
