const KEY = 'split-org-ref'

/** A brand's invitation that came with the address; it is answered after the sign-in (D-61). */
export function keepBrandReferral(uuid: string) {
  try {
    sessionStorage.setItem(KEY, uuid)
  } catch {
    // Without storage it still stands in the address that the login page leads back to.
  }
}

export function readBrandReferral(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}
