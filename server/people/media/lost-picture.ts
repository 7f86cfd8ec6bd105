import type { Tx } from '../../platform/db/client.ts'
import { findUpload } from './uploads.ts'

/**
 * Deletes the fields of a picture from the values of an earlier version if its upload no longer
 * exists. The first field holds the id of the upload. Returns whether they were deleted.
 */
export async function dropLostPicture(
  tx: Tx,
  userId: string,
  values: Record<string, unknown>,
  fields: readonly [string, ...string[]],
): Promise<boolean> {
  const upload = values[fields[0]]
  if (typeof upload !== 'number' || (await findUpload(tx, userId, upload))) return false
  for (const field of fields) delete values[field]
  return true
}
