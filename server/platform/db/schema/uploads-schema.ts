import * as pg from 'drizzle-orm/pg-core'
import { now, serialKey, text } from '../columns.ts'
import { userColumn } from './accounts-schema.ts'

/** Uploaded pictures. Their file name in the media store is a hash of the content. */
export const uploads = pg.pgTable(
  'uploads',
  {
    id: serialKey(),
    userId: userColumn(),
    kind: text('kind'),
    imageKey: text('image_key'),
    width: pg.integer('width').notNull(),
    height: pg.integer('height').notNull(),
    createdAt: now('created_at'),
  },
  (t) => [pg.index('uploads_user').on(t.userId), pg.index('uploads_picture').on(t.imageKey)],
)

/** Returns a column for the picture of a row. Deleting the picture empties the column. */
export const uploadColumn = (name: string) =>
  pg.integer(name).references(() => uploads.id, { onDelete: 'set null' })
