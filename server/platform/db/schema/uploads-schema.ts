import { index, integer, pgTable, serial, text, uuid } from 'drizzle-orm/pg-core'
import { now } from '../columns.ts'
import { users } from './accounts-schema.ts'

/** Uploaded pictures. Their file name in the media store is a hash of the content. */
export const uploads = pgTable(
  'uploads',
  {
    id: serial('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    imageKey: text('image_key').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    createdAt: now('created_at'),
  },
  (t) => [index('uploads_user').on(t.userId), index('uploads_picture').on(t.imageKey)],
)
