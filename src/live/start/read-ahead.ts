import { withTimeout } from '#http/time-out.ts'
import { readAndClose, type FirstRows } from './first-rows.ts'
import { openedEarly } from './opened-early.ts'

/**
 * Maximum wait. Longer than for a later read, because the app's own code runs meanwhile and delays
 * the result.
 */
const MAX_WAIT_MS = 1500

type RowsReadAhead = { uuid: string; rows: Promise<FirstRows | null> }
let ahead: RowsReadAhead | undefined

/** Reads the first rows from the database that the page opened early. */
export function readAhead(): void {
  const opened = openedEarly.get()
  openedEarly.set(undefined)
  if (!opened) return
  const { uuid, db } = opened
  ahead = { uuid, rows: withTimeout(MAX_WAIT_MS, db.then(readAndClose), null) }
}

/**
 * Returns the rows that were read ahead for this user. Only once, because later they would be out
 * of date.
 */
export function takeRowsReadAhead(uuid: string | null): Promise<FirstRows | null> | undefined {
  const result = ahead
  ahead = undefined
  return result?.uuid === uuid ? result?.rows : undefined
}
