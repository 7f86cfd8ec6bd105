/** What a window showed of the list, to be drawn again before there is anything else. */
export type SavedRows = {
  /** Its size, and that of its text: in another one the rows would stand elsewhere. */
  window: string
  /** Px from the top of the page to the first day. */
  top: number
  rows: { title: string; host: string; code: string; clicks: number; created_at: string }[]
}

/** Beside the database: until that is open a slow phone has painted without them. */
const KEY = 'split-first-rows'
type Kept = { uuid: string; saved: SavedRows }

/** The few rows that can be drawn at once, while everything else is still coming. */
export function readSaved(uuid: string): SavedRows | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Kept | null
    return kept?.uuid === uuid ? kept.saved : null
  } catch {
    return null
  }
}

export function keepSaved(uuid: string, saved: SavedRows): void {
  const text = JSON.stringify({ uuid, saved } satisfies Kept)
  try {
    if (localStorage.getItem(KEY) !== text) localStorage.setItem(KEY, text)
  } catch {
    // The list itself comes a moment later.
  }
}

/** With every sign-out, and when there is nothing to draw any more. */
export function forgetSaved(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Where nothing can be stored nothing is.
  }
}
