import { randomUUID } from 'node:crypto'
import { linkSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Creates a file unless it exists. Writes a temporary file and links it, so that of two processes
 * one wins and both read a complete file.
 */
export function writeOnce(path: string, content: string, mode = 0o666): void {
  const draft = `${path}.${randomUUID()}`
  writeFileSync(draft, content, { mode })
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
}
