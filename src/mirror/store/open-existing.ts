/**
 * Opens a database in its current version. Rejects if it does not exist or IndexedDB is missing.
 * Needs no library.
 */
export const openExisting = async (name: string): Promise<IDBDatabase> => {
  const request = indexedDB.open(name)
  // The database does not exist. Abort, so that no empty one is created.
  request.onupgradeneeded = () => request.transaction?.abort()
  const db = await resultOf(request)
  // A reader must not block other connections, especially not a deletion at a sign-out.
  db.onversionchange = () => db.close()
  // A page in the back/forward cache runs no code that would close it, so it is closed now.
  addEventListener('pagehide', () => db.close(), { once: true })
  return db
}

export const resultOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('The database does not open')),
    )
  })
