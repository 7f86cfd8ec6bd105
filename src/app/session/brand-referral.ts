const KEY = 'split-org-ref'

/**
 * Stores a brand's invitation from the address until the user has signed in. Returns false without
 * storage.
 */
export function keepBrandReferral(uuid: string): boolean {
  try {
    sessionStorage.setItem(KEY, uuid)
    return true
  } catch {
    // The login page leads back to this address, which still contains the invitation.
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

/** Deletes the invitation after it was sent to the server or is invalid. */
export function deleteBrandReferral() {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Without storage the invitation is only in the address.
  }
}
