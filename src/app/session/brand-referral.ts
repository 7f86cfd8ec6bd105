const KEY = 'split-org-ref'

/** A brand's invitation that came with the address; it is answered after the sign-in (D-61). */
export function keepBrandReferral(uuid: string): boolean {
  try {
    sessionStorage.setItem(KEY, uuid)
    return true
  } catch {
    // Without storage it still stands in the address that the login page leads back to.
    return false
  }
}

export function readBrandReferral(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return new URLSearchParams(location.search).get('org_ref')
  }
}

/** It was told, or there is nothing to tell. */
export function forgetBrandReferral() {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // The address goes with this screen.
  }
}
