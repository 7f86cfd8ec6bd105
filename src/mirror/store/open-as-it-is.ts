/**
 * Opens a database in its current version. Rejects if it does not exist or IndexedDB is missing.
 * Needs no library.
 */
export const openAsItIs = async (name: string): Promise<IDBDatabase> => {
  const asked = indexedDB.open(name)
  // The database does not exist. Abort, so that no empty one is created.
  asked.onupgradeneeded = () => asked.transaction?.abort()
  const db = await settled(asked)
  // A reader must not block other connections, especially not a deletion at a sign-out.
  db.onversionchange = () => db.close()
  // A page in the back/forward cache runs no code that would close it, so it is closed now.
  addEventListener('pagehide', () => db.close(), { once: true })
  return db
}

export const settled = <Result>(asked: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result)
    asked.addEventListener('error', () =>
      reject(asked.error ?? new Error('The database does not open')),
    )
  })
