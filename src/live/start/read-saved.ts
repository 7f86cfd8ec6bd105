/**
 * Rows that a window showed, saved to be drawn at the next start before anything else has loaded.
 */
export type SavedRows = {
  /** Size of the window and of its text. At another size the rows would be in other places. */
  window: string
  /** Distance in px from the top of the page to the first day. */
  top: number
  rows: { title: string; host: string; code: string; clicks: number; created_at: string }[]
}

/** Key in `localStorage`. A slow phone paints before the database is open. */
const KEY = 'split-first-rows'
type StoredRows = { uuid: string; saved: SavedRows }

/** Returns the few rows that can be drawn at once, while everything else is loading. */
export function readSavedRows(uuid: string): SavedRows | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as StoredRows | null
    return kept?.uuid === uuid ? kept.saved : null
  } catch {
    return null
  }
}

export function saveRows(uuid: string, saved: SavedRows): void {
  const text = JSON.stringify({ uuid, saved } satisfies StoredRows)
  try {
    if (localStorage.getItem(KEY) !== text) localStorage.setItem(KEY, text)
  } catch {
    // Not stored, so the list appears only after it has loaded.
  }
}

/** Deletes the saved rows, at a sign-out and when there are no rows any more. */
export function deleteSavedRows(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Without storage nothing was saved.
  }
}
