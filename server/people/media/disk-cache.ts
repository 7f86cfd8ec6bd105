import { readdirSync, rmSync, statSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { writeAtomically } from '../../platform/storage/disk.ts'

export type DiskCache = {
  read(name: string): Promise<Buffer | null>
  write(name: string, bytes: Buffer): Promise<void>
}

/**
 * Creates a cache of files with a maximum total size. The least recently used file is deleted
 * first. A file that cannot be read counts as missing.
 */
export function createDiskCache(folder: string, maxBytes: number): DiskCache {
  const sizes = new LRUCache<string, number>({
    maxSize: maxBytes,
    sizeCalculation: (size) => Math.max(1, size),
    // Only for evictions: if two calls write the same content, the file stays.
    dispose: (_, name, reason) => {
      if (reason === 'evict') rm(pathOf(name), { force: true }).catch(() => {})
    },
  })
  const pathOf = (name: string) => join(folder, name.slice(0, 2), name)
  for (const { name, size } of filesOf(folder)) sizes.set(name, size)
  return {
    async read(name) {
      if (sizes.get(name) === undefined) return null
      const bytes = await readFile(pathOf(name)).catch(() => null)
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
