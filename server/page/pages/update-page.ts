import { eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/client.ts'
import { notifyPageChanged } from '../../platform/db/page-changed.ts'
import { pages } from '../../platform/db/schema.ts'
import { fieldChanges, recordHistory, type Cause } from '../../platform/history/record.ts'
import { PAGE_FIELDS } from '../history/page-fields.ts'
import type { PageRow } from './page-rows.ts'

/** Updates a page and its history. All changes of a page go through this function. */
export async function updatePage(
  tx: Tx,
  page: PageRow,
  changes: Partial<PageRow>,
  cause?: Cause,
): Promise<void> {
  await tx.update(pages).set(changes).where(eq(pages.id, page.id))
  await notifyPageChanged(tx, page.userId)
  const fields = { ...fieldChanges(PAGE_FIELDS, page, changes), ...cause?.more }
  if (Object.keys(fields).length === 0) return
  const uploadId = 'image_upload_id' in fields ? page.imageUploadId : null
  const entry = { userId: page.userId, pageId: page.id, changes: fields, uploadId }
  await recordHistory(tx, [entry], cause)
}
