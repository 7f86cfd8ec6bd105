import { index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { now } from '../columns.ts'
import { userColumn } from './accounts-schema.ts'

/** Uploaded pictures. Their file name in the media store is a hash of the content. */
export const uploads = pgTable(
  'uploads',
  {
    id: serial('id').primaryKey(),
    userId: userColumn(),
    kind: text('kind').notNull(),
    imageKey: text('image_key').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    createdAt: now('created_at'),
  },
  (t) => [index('uploads_user').on(t.userId), index('uploads_picture').on(t.imageKey)],
)

/** Returns a column for the picture of a row. Deleting the picture empties the column. */
export const uploadColumn = (name: string) =>
  integer(name).references(() => uploads.id, { onDelete: 'set null' })
