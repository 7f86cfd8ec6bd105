import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Storage } from './storage-type.ts'

export function diskStorage(root: string): Storage {
  // Many files in one folder are slow to list on some file systems.
  const pathOf = (name: string) => join(root, name.slice(0, 2), name)
  return {
    put: (name, bytes) => writeAtomically(pathOf(name), bytes),
    remove: (name) => rm(pathOf(name), { force: true }),
    read: (name) => readFile(pathOf(name)).catch(nullIfMissing),
  }
}

/**
 * Writes a file under a temporary name and renames it. Readers never see a partial file, and a
 * failure leaves none behind.
 */
export async function writeAtomically(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const part = `${path}.${randomUUID()}.part`
  try {
    await writeFile(part, bytes)
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
