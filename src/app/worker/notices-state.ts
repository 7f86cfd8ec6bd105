import { atom } from 'jotai'

/** Whether the notifications dialog is open. */
export const noticesOpenAtom = atom(false)
