const KEY = 'split-install-dismissed'

/** Asked once per device; More and Settings keep the way open. */
export function wasDismissed(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return true
  }
}

export function dismissInstall(): void {
  try {
    localStorage.setItem(KEY, '1')
  } catch {
    // Without storage the bar never shows.
  }
}
