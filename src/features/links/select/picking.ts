import { atom } from 'jotai'

/** Whether a phone list shows checkboxes, even if no link is selected. */
export const pickingAtom = atom(false)
