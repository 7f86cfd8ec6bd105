import { openDB, unwrap, type IDBPObjectStore } from 'idb'
import { retryAfterReturn, abortOnLeave } from './page-cache.ts'

type Store<Mode extends 'readonly' | 'readwrite'> = IDBPObjectStore<unknown, [string], string, Mode>

/**
 * Creates a database with one store. It is closed after each use, because an open connection would
 * block its deletion.
 */
export function singleStore(database: string, name: string) {
  const open = () =>
    openDB(database, 1, {
      upgrade: (db) => {
        db.createObjectStore(name)
      },
      blocking: (_current, _blocked, event) => {
        ;(event.target as IDBDatabase).close()
      },
    })

  async function runTransaction<Mode extends 'readonly' | 'readwrite', T>(
    mode: Mode,
    task: (store: Store<Mode>) => Promise<T>,
  ): Promise<T> {
    const db = await open()
    try {
      const transaction = db.transaction(name, mode)
      abortOnLeave(unwrap(transaction))
      const [result] = await Promise.all([task(transaction.store), transaction.done])
      return result
    } finally {
      db.close()
    }
  }

  return {
    read: <T>(task: (store: Store<'readonly'>) => Promise<T>) =>
      retryAfterReturn(() => runTransaction('readonly', task)),
    write: <T>(task: (store: Store<'readwrite'>) => Promise<T>) =>
      retryAfterReturn(() => runTransaction('readwrite', task)),
  }
}
