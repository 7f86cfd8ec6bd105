import { atom } from 'jotai'

/** Whether the list of notifications is open. */
export const noticesOpenAtom = atom(false)
