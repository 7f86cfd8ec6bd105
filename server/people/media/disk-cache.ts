import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Siblings } from '../../platform/processes/siblings.ts'
import { writeAtomically } from '../../platform/storage/disk.ts'

export type DiskCache = {
  read(name: string): Promise<Buffer | null>
  write(name: string, bytes: Buffer): Promise<void>
}

/**
 * Creates a cache of files with a maximum total size. The least recently used file is deleted
 * first. A file that cannot be read counts as missing. Each process of a server writes to a folder
 * of its own, of which it may fill an equal part of the size, and reads all of them.
 */
export function createDiskCache(
  folder: string,
  totalBytes: number,
  { number, count }: Pick<Siblings, 'number' | 'count'> = { number: 1, count: 1 },
): DiskCache {
  const maxBytes = Math.floor(totalBytes / count)
  const own = folderOf(folder, number)
  const others = Array.from({ length: count }, (_, index) => folderOf(folder, index + 1)).filter(
    (one) => one !== own,
  )
  if (number === 1) removeFoldersAbove(folder, count)
  const sizes = new LRUCache<string, number>({
    maxSize: maxBytes,
    sizeCalculation: (size) => Math.max(1, size),
    // Only for evictions: if two calls write the same content, the file stays.
    dispose: (_, name, reason) => {
      if (reason === 'evict') rm(pathOf(name), { force: true }).catch(() => {})
    },
  })
  const pathOf = (name: string, place = own) => join(place, name.slice(0, 2), name)
  const readFrom = (place: string, name: string) => readFile(pathOf(name, place)).catch(() => null)
  for (const { name, size } of filesOf(own)) sizes.set(name, size)

  async function readOfOthers(name: string) {
    for (const place of others) {
      const bytes = await readFrom(place, name)
      if (bytes) return bytes
    }
    return null
  }

  return {
    async read(name) {
      if (sizes.get(name) === undefined) return readOfOthers(name)
      const bytes = await readFrom(own, name)
      if (!bytes) sizes.delete(name)
      return bytes
    },
    async write(name, bytes) {
      if (bytes.length > maxBytes) return
      await writeAtomically(pathOf(name), bytes)
      sizes.set(name, bytes.length)
    },
  }
}

const folderOf = (folder: string, process: number) =>
  process === 1 ? folder : `${folder}-${process}`

/** Deletes the folders of processes that an earlier run had and this one has not. */
function removeFoldersAbove(folder: string, count: number) {
  for (let process = count + 1; existsSync(folderOf(folder, process)); process += 1)
    rmSync(folderOf(folder, process), { recursive: true, force: true })
}

/** Lists the files of an earlier run, oldest first, and deletes incomplete ones. */
function filesOf(folder: string): { name: string; size: number }[] {
  const found: { name: string; size: number; at: number }[] = []
  for (const path of listFiles(folder)) {
    if (path.endsWith('.part')) rmSync(path, { force: true })
    else {
      const { size, mtimeMs } = statSync(path)
      found.push({ name: basename(path), size, at: mtimeMs })
    }
  }
  return found.sort((a, b) => a.at - b.at)
}

function listFiles(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    return entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
  } catch {
    return []
  }
}
