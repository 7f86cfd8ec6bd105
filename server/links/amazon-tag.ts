import { sql } from 'drizzle-orm'
import { links, networkSettings } from '../platform/db/schema.ts'

/** Whether redirects to Amazon add the tracking id of the link's owner. */
export const addsAmazonTag = sql<boolean>`exists (select 1 from ${networkSettings}
  where ${networkSettings.userId} = ${links.userId} and ${networkSettings.addSubIds}
    and ${networkSettings.amazonTag} <> '')`
