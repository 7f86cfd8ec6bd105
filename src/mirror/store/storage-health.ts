import { createListeners } from './listeners.ts'

/**
 * State of this tab's storage. `memory`: IndexedDB is not available; `full`: the disk is full;
 * `outdated`: another tab runs a newer version, and a reload helps. In these three states nothing
 * is written to the database, and lists come from the network.
 */
export type MirrorHealth = 'ok' | 'memory' | 'full' | 'outdated'

const listeners = createListeners()
let health: MirrorHealth = 'ok'

export const mirrorHealth = () => health
export const onMirrorHealth = (listener: () => void) => listeners.add(listener)

export function setMirrorHealth(next: MirrorHealth): void {
  if (next === health) return
  health = next
  listeners.tell()
}
