import * as pg from 'drizzle-orm/pg-core'
import type { ImageParams } from '#contract/links/short-link.ts'
import { now, text } from '../columns.ts'
import { userKey } from './accounts-schema.ts'
import { uploadColumn } from './uploads-schema.ts'

/** Public profile of a user. The name is stored with the user. */
export const publicProfiles = pg.pgTable(
  'public_profiles',
  {
    userId: userKey(),
    contactEmail: text('contact_email').default(''),
    imageUploadId: uploadColumn('image_upload_id'),
    imageParams: pg.jsonb('image_params').$type<ImageParams>(),
    updatedAt: now('updated_at'),
  },
  (t) => [pg.index('public_profiles_upload').on(t.imageUploadId)],
)
