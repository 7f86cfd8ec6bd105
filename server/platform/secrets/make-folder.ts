import { existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Creates a folder and the missing ones above it, one at a time. The recursive `mkdirSync` of Node
 * never returns where the system denies a folder whose parent exists, such as below /proc.
 */
export function makeFolder(folder: string, mode = 0o777): void {
  const missing: string[] = []
  for (let at = resolve(folder); !existsSync(at); at = dirname(at)) missing.unshift(at)
  for (const path of missing) makeOne(path, mode)
}

function makeOne(path: string, mode: number) {
  try {
    mkdirSync(path, mode)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    // Another process may have created it at the same moment.
    if (code === 'EEXIST' && existsSync(path)) return
    throw new Error(`${dirname(path)} does not allow a new folder (${code})`, { cause: error })
  }
}
