import { eq } from 'drizzle-orm'
import { dataExports, exportParts } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { writeArchive } from './archive.ts'
import type { ExportRow } from './exports.ts'

const PART_BYTES = 256 * 1024

/**
 * Writes the archive in parts and updates its progress after each one. Returns its size in
 * kilobytes.
 */
export async function writeArchiveParts(
  deps: Deps,
  { id: exportId, userId }: ExportRow,
  signal: AbortSignal,
): Promise<number> {
  await deps.db.delete(exportParts).where(eq(exportParts.exportId, exportId))
  const pieces: Uint8Array[] = []
  let bufferedBytes = 0
  let part = 0
  let size = 0

  async function flush() {
    const bytes = Buffer.concat(pieces.splice(0))
    bufferedBytes = 0
    if (bytes.length === 0) return
    size += bytes.length
    await deps.db.insert(exportParts).values({ exportId, part, body: '', bytes })
    part += 1
    await deps.db
      .update(dataExports)
      .set({ rows: kilobytes(size) })
      .where(eq(dataExports.id, exportId))
  }

  await writeArchive(deps, userId, {
    signal,
    async write(bytes) {
      pieces.push(bytes)
      bufferedBytes += bytes.length
      if (bufferedBytes >= PART_BYTES) await flush()
    },
  })
  await flush()
  return kilobytes(size)
}

const kilobytes = (bytes: number) => Math.ceil(bytes / 1000)
