import { atom } from 'jotai'

/** How many changes wait, and how many of them for a decision; the rest of their code comes later. */
export const waitingCountAtom = atom({ waiting: 0, stopped: 0 })
