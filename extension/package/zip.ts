import { configure, Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'

configure({ useWebWorkers: false })

/** Date of all entries, so that equal files give equal packages. Local time, as ZIP stores it. */
const DATE = new Date(2026, 0, 1)

/** Packs files into a ZIP file, sorted by name. */
export async function zip(files: ReadonlyMap<string, Uint8Array>): Promise<Uint8Array> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), {
    lastModDate: DATE,
    extendedTimestamp: false,
    level: 9,
  })
  for (const [name, bytes] of [...files].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    // oxlint-disable-next-line no-await-in-loop -- entries follow each other in the file
    await writer.add(name, new Uint8ArrayReader(bytes))
  return writer.close()
}
