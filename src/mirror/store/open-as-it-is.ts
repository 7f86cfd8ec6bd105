/** A database as it is, or none; rejects without IndexedDB, too. Needs no library. */
export const openAsItIs = async (name: string): Promise<IDBDatabase> => {
  const asked = indexedDB.open(name)
  // It is not there: an empty one must not be left behind.
  asked.onupgradeneeded = () => asked.transaction?.abort()
  const db = await settled(asked)
  // Nobody waits for a reader, least of all a sign-out.
  db.onversionchange = () => db.close()
  // Nor for one in a page that is left and may be kept for Back: what would close it does not run there.
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
