const PREFIX = 'split-'

/** Schema version. Increase it with every change of the tables in db.ts. */
export const MIRROR_VERSION = 4
/** Version in IndexedDB. Dexie multiplies its versions by ten. */
export const NATIVE_VERSION = MIRROR_VERSION * 10

export const databaseName = (uuid: string) => `${PREFIX}${uuid}`
/** Returns the user to whom a database belongs. */
export const userOfDatabase = (name: string) => name.slice(PREFIX.length)

/**
 * Prefix of stored answers for screens in the drafts table. Unlike drafts, every sign-out deletes
 * them.
 */
export const COPY_PREFIX = 'copy '

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/**
 * Returns whether the database belongs to any user, and not to the session store or another app on
 * this origin.
 */
export const isUserDatabase = (name: string) => name.startsWith(PREFIX) && UUID.test(name)

/**
 * Returns whether this device has a local copy of any user. Rejects if the browser cannot list
 * databases.
 */
export const hasCopy = async (): Promise<boolean> =>
  (await indexedDB.databases()).some(({ name = '' }) => isUserDatabase(name))
