import { atom } from 'jotai'

/** Whether the list of notifications is open, for what keeps its copy. */
export const noticesOpenAtom = atom(false)
