import * as pg from 'drizzle-orm/pg-core'

export const moment = (name: string) => pg.timestamp(name, { withTimezone: true, mode: 'date' })
export const now = (name: string) => moment(name).notNull().defaultNow()
export const counter = (name: string) => pg.bigint(name, { mode: 'number' }).notNull().default(0)

/** Returns a column of text that is always set. */
export const text = (name: string) => pg.text(name).notNull()

/** Returns the primary key of a table whose rows are numbered. */
export const serialKey = () => pg.serial('id').primaryKey()

/** Returns the primary key of a table whose rows have random ids. */
export const uuidKey = () => pg.uuid('id').primaryKey().defaultRandom()

export const bytea = pg.customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Returns a column with the uuid of the row that this row belongs to. They are deleted together. */
export const uuidParent = (name: string, id: () => pg.AnyPgColumn) =>
  pg.uuid(name).notNull().references(id, { onDelete: 'cascade' })

/** Returns a column with the number of the row that this row belongs to. They are deleted together. */
export const serialParent = (name: string, id: () => pg.AnyPgColumn) =>
  pg.integer(name).notNull().references(id, { onDelete: 'cascade' })

/** Returns the columns of a passkey (Web Authentication, level 3), except for its owner. */
export const passkeyColumns = () => ({
  id: uuidKey(),
  name: text('name'),
  /** Id that the device chose, in Base64 for URLs. */
  credentialId: text('credential_id'),
  /** Public key as COSE, in Base64 for URLs. */
  publicKey: text('public_key'),
  /** Number of signatures that the device has reported; 0 if it does not count. */
  counter: counter('counter'),
  /** Ways to reach the device, for example `internal` or `usb`. */
  transports: pg.text('transports').array().notNull(),
  createdAt: now('created_at'),
  lastUsedAt: moment('last_used_at'),
})
