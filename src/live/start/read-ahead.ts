import { within } from '#http/time-out.ts'
import { COPY, databaseName } from '#mirror/store/database.ts'
import { openAsItIs, readAndClose, type FirstRows } from './first-rows.ts'

/** The name under which the list keeps its first rows as text (openCopy). */
export const SAVED_ROWS = 'first rows'

/** What a window showed of the list, to be drawn again before there is anything else. */
export type SavedRows = {
  /** Its size, and that of its text: in another one the rows would stand elsewhere. */
  window: string
  /** Px from the top of the page to the first day. */
  top: number
  rows: { title: string; host: string; code: string; clicks: number; created_at: string }[]
}

/** Longer than for who begins later: the app's own code runs meanwhile, and keeps answers waiting. */
const PATIENCE_MS = 1500

type Ahead = { uuid: string; rows: Promise<FirstRows | null> }
let ahead: Ahead | undefined

/**
 * The entry reads the copy while everything else is still coming: the few rows that can be drawn at
 * once, and what the app begins with a moment later.
 */
export function readAhead(uuid: string): Promise<SavedRows | null> {
  const opened = openAsItIs(databaseName(uuid))
  const saved = opened
    .then((db) => db.get('drafts', COPY + SAVED_ROWS) as Promise<{ value: SavedRows } | undefined>)
    .then((copy) => copy?.value ?? null)
    .catch(() => null)
  ahead = { uuid, rows: within(PATIENCE_MS, opened.then(readAndClose), null) }
  return saved
}

/** What was read ahead for this person, once; later it would be old. */
export function takeAhead(uuid: string | null): Promise<FirstRows | null> | undefined {
  const taken = ahead
  ahead = undefined
  return taken?.uuid === uuid ? taken?.rows : undefined
}
