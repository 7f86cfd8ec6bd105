import { atom } from 'jotai'

/**
 * Number of waiting changes, and of those that need a decision. In its own file, because the other
 * code is loaded later.
 */
export const waitingCountAtom = atom({ waiting: 0, stopped: 0 })
