import { readStoredSession, type StoredSession } from './session-store.ts'

/** Session that signs the calls. */
export type Session = StoredSession & {
  /** Id of the account of another person for which the calls are made. `uuid` is the same. */
  account?: string
}

type Source = () => Session | null | Promise<Session | null>

let source: Source = readStoredSession

/**
 * Sets the source of the session. The page reads its cookies synchronously; the worker has none and
 * reads the store.
 */
export const setSessionSource = (next: Source) => {
  source = next
}

export const currentSession = async (): Promise<Session | null> => source()
