import { atom } from 'jotai'
import type { Unreads } from '#contract/activity.ts'

/** How much the person has not read; null until the server has said. */
export const unreadAtom = atom<Unreads | null>(null)

/** Whether the notifications dialog is open. */
export const noticesOpenAtom = atom(false)
