import { atom } from 'jotai'
import type { CurrentUser } from '#contract/session.ts'

/** The last answer, so that coming back to the screen does not start from nothing. */
export const userAtom = atom<CurrentUser | null>(null)
