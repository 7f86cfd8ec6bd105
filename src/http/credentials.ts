import { readStoredSession, type StoredSession } from './session-store.ts'

/** What a call is signed with. */
export type Session = StoredSession

type Source = () => Session | null | Promise<Session | null>

let source: Source = readStoredSession

/** The page reads its cookies, at once; the worker has none and reads the store. */
export const setSessionSource = (next: Source) => {
  source = next
}

export const currentSession = async (): Promise<Session | null> => source()
