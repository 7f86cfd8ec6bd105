const PREFIX = 'split-'

/** Raised with every change of the tables in db.ts. */
export const MIRROR_VERSION = 4
/** Dexie counts its versions in tens. */
export const NATIVE_VERSION = MIRROR_VERSION * 10

export const databaseName = (uuid: string) => `${PREFIX}${uuid}`

/** Copies of what screens read lie beside the drafts, and unlike those go with every sign-out. */
export const COPY = 'copy '

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** Of a person, whoever it is; not the session store, not another app's on this origin. */
export const isPersonsDatabase = (name: string) => name.startsWith(PREFIX) && UUID.test(name)

/** Whether anybody's rows are on this device; rejects in a browser that cannot tell. */
export const hasCopy = async (): Promise<boolean> =>
  (await indexedDB.databases()).some(({ name = '' }) => isPersonsDatabase(name))
