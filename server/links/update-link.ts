import { eq } from 'drizzle-orm'
import type { Tx } from '../platform/db/client.ts'
import { links } from '../platform/db/schema.ts'
import type { FieldChanges } from '../platform/db/schema/links/history-schema.ts'
import { fieldChanges, recordHistory, type Cause } from '../platform/history/record.ts'
import { LINK_FIELDS } from './history/link-fields.ts'
import type { LinkRow } from './link-rows.ts'
import { searchTextChange } from './search-text.ts'

/** Cause of a change, and whether it also sets another password. */
export type LinkCause = Cause & { hasNewPassword?: boolean }

/**
 * Updates a link and its history. All changes of what a link contains go through this function or
 * record their history themselves.
 */
export async function updateLink(
  tx: Tx,
  link: LinkRow,
  changes: Partial<LinkRow>,
  { hasNewPassword = false, ...cause }: LinkCause = {},
): Promise<void> {
  await tx
    .update(links)
    .set({ ...changes, ...searchTextChange(link, changes) })
    .where(eq(links.id, link.id))
  const fields = {
    ...linkChanges(link, changes),
    ...(hasNewPassword && { password: { from: null, to: null } }),
  }
  if (Object.keys(fields).length === 0) return
  const uploadId = 'custom_image_upload_id' in fields ? link.customImageUploadId : null
  const entry = { userId: link.userId, linkId: link.id, changes: fields, uploadId }
  await recordHistory(tx, [entry], cause)
}

/** Returns what a change means for the history. A name that the server read is not a change. */
function linkChanges(link: LinkRow, changes: Partial<LinkRow>): FieldChanges {
  const { name, ...fields } = fieldChanges(LINK_FIELDS, link, changes)
  return name && (changes.nameChosen ?? link.nameChosen) ? { name, ...fields } : fields
}
