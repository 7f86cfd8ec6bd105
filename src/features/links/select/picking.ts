import { atom } from 'jotai'

/** On a phone: the list was asked to show its boxes, though nothing is selected yet. */
export const pickingAtom = atom(false)
