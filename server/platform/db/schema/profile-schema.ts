import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { ImageParams } from '#contract/links.ts'
import { now } from '../columns.ts'
import { users } from './accounts-schema.ts'
import { uploads } from './uploads-schema.ts'

/** Public profile of a user. The name is stored with the user. */
export const publicProfiles = pgTable(
  'public_profiles',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    contactEmail: text('contact_email').notNull().default(''),
    imageUploadId: integer('image_upload_id').references(() => uploads.id, {
      onDelete: 'set null',
    }),
    imageParams: jsonb('image_params').$type<ImageParams>(),
    updatedAt: now('updated_at'),
  },
  (t) => [index('public_profiles_upload').on(t.imageUploadId)],
)
