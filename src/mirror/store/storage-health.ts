import { createListeners } from './listeners.ts'

/**
 * How well this tab can keep a copy. `memory`: no IndexedDB to be had; `full`: the disk is;
 * `outdated`: another tab runs a newer version, reload to follow; in all three nothing is written
 * to the database and lists come from the network.
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
