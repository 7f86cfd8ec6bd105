import { randomUUID } from 'node:crypto'
import { linkSync, rmSync, writeFileSync } from 'node:fs'

/** Written beside and linked into place: of two that come at once one wins, and both read it whole. */
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
