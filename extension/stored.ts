import type { Shops } from '#contract/partners/brands.ts'

/** Access to the account, as the sign-in returned it. */
export type Access = { clientId: string; token: string; refreshToken: string | null }

/** Sign-in that has been started. Its result arrives in another tab. */
export type SignIn = { clientId: string; state: string; verifier: string }

/** Shops as last loaded. `loadedAt` is in milliseconds. */
export type SavedShops = { shops: Shops['results']; loadedAt: number }

/** Data that the extension stores on the device, by key. */
type Stored = { access: Access; signIn: SignIn; shops: SavedShops }

/** Returns stored data; undefined if there is none. */
export async function read<K extends keyof Stored>(key: K): Promise<Stored[K] | undefined> {
  const found = await chrome.storage.local.get(key)
  return found[key] as Stored[K] | undefined
}

export const write = <K extends keyof Stored>(key: K, value: Stored[K]): Promise<void> =>
  chrome.storage.local.set({ [key]: value })

export const remove = (...keys: (keyof Stored)[]): Promise<void> =>
  chrome.storage.local.remove(keys)
