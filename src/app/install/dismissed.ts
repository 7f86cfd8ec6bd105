const KEY = 'split-install-dismissed'

/**
 * Returns whether the user dismissed the install bar on this device. More and Settings still offer
 * it.
 */
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
    // Without storage the bar is not shown at all.
  }
}
