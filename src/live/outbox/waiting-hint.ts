const HINT = 'split-waiting'

/** Returns whether to look for waiting changes before the first rows are shown. */
export function mayHaveWaiting(): boolean {
  try {
    return localStorage.getItem(HINT) !== null
  } catch {
    return false
  }
}

export function setWaitingHint(hasWaiting: boolean): void {
  try {
    if (hasWaiting) localStorage.setItem(HINT, '1')
    else localStorage.removeItem(HINT)
  } catch {
    // Without storage, waiting changes are found shortly after the first rows.
  }
}
