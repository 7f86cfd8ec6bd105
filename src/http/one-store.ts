import { openDB, unwrap, type IDBPObjectStore } from 'idb'
import { despiteLeaving, endWithPage } from './page-cache.ts'

type Store<Mode extends 'readonly' | 'readwrite'> = IDBPObjectStore<unknown, [string], string, Mode>

/**
 * Creates a database with one store. It is closed after each use, because an open connection would
 * block its deletion.
 */
export function oneStore(database: string, name: string) {
  const open = () =>
    openDB(database, 1, {
      upgrade: (db) => {
        db.createObjectStore(name)
      },
      blocking: (_current, _blocked, event) => {
        ;(event.target as IDBDatabase).close()
      },
    })

  async function within<Mode extends 'readonly' | 'readwrite', T>(
    mode: Mode,
    task: (store: Store<Mode>) => Promise<T>,
  ): Promise<T> {
    const db = await open()
    try {
      const transaction = db.transaction(name, mode)
      endWithPage(unwrap(transaction))
      const [result] = await Promise.all([task(transaction.store), transaction.done])
      return result
    } finally {
      db.close()
    }
  }

  return {
    read: <T>(task: (store: Store<'readonly'>) => Promise<T>) =>
      despiteLeaving(() => within('readonly', task)),
    write: <T>(task: (store: Store<'readwrite'>) => Promise<T>) =>
      despiteLeaving(() => within('readwrite', task)),
  }
}
