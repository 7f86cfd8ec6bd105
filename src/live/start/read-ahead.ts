import { within } from '#http/time-out.ts'
import { readAndClose, type FirstRows } from './first-rows.ts'
import { openedEarly } from './opened-early.ts'

/** Longer than for who begins later: the app's own code runs meanwhile, and keeps answers waiting. */
const PATIENCE_MS = 1500

type Ahead = { uuid: string; rows: Promise<FirstRows | null> }
let ahead: Ahead | undefined

/** What the app begins with, out of the database that the page itself has opened. */
export function readAhead(): void {
  const opened = openedEarly.get()
  openedEarly.set(undefined)
  if (!opened) return
  const { uuid, db } = opened
  ahead = { uuid, rows: within(PATIENCE_MS, db.then(readAndClose), null) }
}

/** What was read ahead for this person, once; later it would be old. */
export function takeAhead(uuid: string | null): Promise<FirstRows | null> | undefined {
  const taken = ahead
  ahead = undefined
  return taken?.uuid === uuid ? taken?.rows : undefined
}
