import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../../../platform/log/log.ts'
import { JournalFile } from './journal-file.ts'
import { touchOwner, writeOwner } from './owner.ts'

/** Size above which a new file is started, so that the old one can be deleted. */
const MAX_FILE_BYTES = 4 * 1024 ** 2
/** Time after a failed write until the next attempt. */
const RETRY_MS = 5000

/** Clicks of a journal that are stored together: those after number `from`, up to number `to`. */
export type JournalRange = { id: string; from: number; to: number }

/** Returns the folder with the journals of all processes. */
export const journalsIn = (dataDir: string): string => join(dataDir, 'click-journals')

/**
 * Files with the clicks of this process that are not counted yet, numbered from 1. They outlive the
 * process, and the next one stores what they contain (leftovers.ts).
 */
export class Journal {
  readonly id = randomUUID()
  readonly folder: string
  readonly #log: Log
  #files: JournalFile[] = []
  #current: JournalFile | null = null
  #filesOpened = 0
  /** Number of the last click. */
  #last = 0
  /** Number of the last click that was handed over. */
  #handedOver = 0
  #retryAt = 0
  /** False after a failed write, until one succeeds. */
  works = true

  constructor(dataDir: string, log: Log) {
    this.folder = join(journalsIn(dataDir), this.id)
    this.#log = log
    this.#try(() => this.#begin())
  }

  /** Writes clicks to the file before this returns. Without space, the clicks are only in memory. */
  append(lines: Uint8Array, count: number, { day, salt }: { day: number; salt: string }) {
    const first = this.#last + 1
    this.#last += count
    if (!this.works && Date.now() < this.#retryAt) return
    this.#try(() => {
      if (this.#current?.salt !== salt) this.#open(day, salt)
      this.#current?.append(lines, first, count)
      this.#noteSuccess()
    })
  }

  /** Returns the range of the clicks handed over now. `total` is the number of all handed over. */
  handOver(total: number): JournalRange {
    const from = this.#handedOver
    this.#handedOver = this.#last
    const isLarge = this.#current !== null && this.#current.size > MAX_FILE_BYTES
    if (isLarge) this.#try(() => this.#closeCurrent())
    for (const file of this.#files) if (file !== this.#current) file.until ??= total
    return { id: this.id, from, to: this.#last }
  }

  /** Deletes what is counted. `total` is the number of all counted clicks. */
  counted(total: number, isAll: boolean) {
    this.#try(() => {
      const done = this.#files.filter(({ until }) => until !== null && until <= total)
      if (done.length > 0) this.#files = this.#files.filter((file) => !done.includes(file))
      for (const file of done) file.remove()
      if (isAll) this.#current?.empty()
    })
  }

  touch() {
    if (this.works) this.#try(() => touchOwner(this.folder))
  }

  /** Ends the journal, and deletes it if all its clicks are counted. */
  close(isAll: boolean) {
    this.#try(() => {
      this.#closeCurrent()
      if (isAll) rmSync(this.folder, { recursive: true, force: true })
    })
  }

  #begin() {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 })
    writeOwner(this.folder)
  }

  #open(day: number, salt: string) {
    this.#closeCurrent()
    if (!this.works) this.#begin()
    this.#filesOpened += 1
    const place = { folder: this.folder, journalId: this.id, number: this.#filesOpened }
    this.#current = new JournalFile(place, day, salt)
    this.#files.push(this.#current)
  }

  #closeCurrent() {
    const closed = this.#current
    this.#current = null
    closed?.close()
  }

  #noteSuccess() {
    if (this.works) return
    this.works = true
    this.#log.info('the click journal works again')
  }

  /** Runs work on files. A failure never stops a redirect. */
  #try(work: () => void) {
    try {
      work()
    } catch (error) {
      this.#retryAt = Date.now() + RETRY_MS
      if (this.works) {
        this.works = false
        const { folder } = this
        this.#log.error('the click journal cannot be written: a crash would lose clicks', {
          error,
          folder,
        })
      }
      // The file may end with a part of a group, so the next attempt starts a new one.
      const failed = this.#current
      this.#current = null
      try {
        failed?.close()
      } catch {
        // A file that cannot be closed is not used again.
      }
    }
  }
}
