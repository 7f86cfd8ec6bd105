import { act } from '@testing-library/react'
import type { createStore } from 'jotai'
import { reportProblemEvent } from '#app/problems/problems.ts'

type Store = ReturnType<typeof createStore>

export const goOffline = (store: Store) =>
  act(() => store.set(reportProblemEvent, { type: 'offline' }))

/** Loses the connection and closes the dialog about it, so that screens show their copies. */
export function showSavedCopy(store: Store) {
  goOffline(store)
  act(() => store.set(reportProblemEvent, { type: 'use-saved-copy' }))
}

export const goOnline = (store: Store) =>
  act(() => store.set(reportProblemEvent, { type: 'online' }))
