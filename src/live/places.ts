/** Key in `localStorage`. */
const KEY = 'split-places'
/** Account and the sources that its user added on this device. */
type StoredPlaces = { uuid: string; places: string[] }

/** Returns the sources that this account's user added on this device. */
export function readPlaces(uuid: string): string[] {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null') as StoredPlaces | null
    return stored?.uuid === uuid ? stored.places : []
  } catch {
    return []
  }
}

export function savePlaces(uuid: string, places: string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ uuid, places } satisfies StoredPlaces))
  } catch {
    // Without storage the places last until the panel closes.
  }
}

/** Deletes the places, at a sign-out. */
export function deletePlaces(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Without storage there are no places.
  }
}
