import { within } from '#http/time-out.ts'
import { readAndClose, type FirstRows } from './first-rows.ts'
import { openedEarly } from './opened-early.ts'

/**
 * Maximum wait. Longer than for a later read, because the app's own code runs meanwhile and delays
 * the result.
 */
const PATIENCE_MS = 1500

type Ahead = { uuid: string; rows: Promise<FirstRows | null> }
let ahead: Ahead | undefined

/** Reads the first rows from the database that the page opened early. */
export function readAhead(): void {
  const opened = openedEarly.get()
  openedEarly.set(undefined)
  if (!opened) return
  const { uuid, db } = opened
  ahead = { uuid, rows: within(PATIENCE_MS, db.then(readAndClose), null) }
}

/**
 * Returns the rows that were read ahead for this user. Only once, because later they would be out
 * of date.
 */
export function takeAhead(uuid: string | null): Promise<FirstRows | null> | undefined {
  const taken = ahead
  ahead = undefined
  return taken?.uuid === uuid ? taken?.rows : undefined
}
