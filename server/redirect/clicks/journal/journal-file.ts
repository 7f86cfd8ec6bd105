import { closeSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { GroupWriter, keyOf } from './groups.ts'

const NAME = /^(\d+)-(\d+)$/

/** Returns the number and day of a file of a journal; null for other files. */
export function parseName(name: string): { number: number; day: number } | null {
  const [, number, day] = NAME.exec(name) ?? []
  return number && day ? { number: Number(number), day: Number(day) } : null
}

type Place = { folder: string; journalId: string; number: number }

/** File with clicks of one day. Writes reach the system at once, so they survive the process. */
export class JournalFile {
  readonly salt: string
  readonly #path: string
  readonly #fd: number
  readonly #groups: GroupWriter
  size = 0
  /** Number of clicks handed over when the file was closed; null if more follow. */
  until: number | null = null

  constructor({ folder, journalId, number }: Place, day: number, salt: string) {
    this.salt = salt
    const name = `${number}-${day}`
    this.#path = join(folder, name)
    this.#fd = openSync(this.#path, 'a', 0o600)
    this.#groups = new GroupWriter(keyOf(salt, `${journalId}/${name}`))
  }

  append(lines: Uint8Array, first: number, count: number) {
    const group = this.#groups.encode(lines, first, count)
    const written = writeSync(this.#fd, group, 0, group.length)
    this.size += written
    // A disk with little space takes only a part.
    if (written < group.length) throw new Error('no space left for a whole group of clicks')
  }

  empty() {
    if (this.size === 0) return
    ftruncateSync(this.#fd, 0)
    this.size = 0
  }

  close() {
    closeSync(this.#fd)
  }

  remove() {
    rmSync(this.#path, { force: true })
  }
}
