import { atom } from 'jotai'

const KEY = 'split-shortcuts-off'

function areOn(): boolean {
  try {
    return localStorage.getItem(KEY) === null
  } catch {
    return true
  }
}

function store(on: boolean) {
  try {
    if (on) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, '1')
  } catch {
    // Without storage the setting lasts until the app is closed.
  }
}

const chosen = atom<boolean>()

/**
 * Whether single-key shortcuts are on. Stored per device, because voice control or tremor can press
 * keys by accident.
 */
export const shortcutsAtom = atom(
  (get) => get(chosen) ?? areOn(),
  (_get, set, on: boolean) => {
    set(chosen, on)
    store(on)
  },
)
