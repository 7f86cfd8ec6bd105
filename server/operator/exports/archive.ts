import { configure, ZipWriter } from '@zip.js/zip.js'
import { APP_NAME } from '#contract/app-constants.ts'
import { BYTE_ORDER_MARK, csvLine } from '#contract/csv.ts'
import { asc, eq } from 'drizzle-orm'
import { readInBatches } from '../../platform/db/read-in-batches.ts'
import { uploads } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { archiveFiles, type ArchiveSource } from './archive-tables.ts'
import { clickLines } from './export-clicks.ts'
import { linkLines } from './export-links.ts'
import { NO_FILTER } from './no-filter.ts'

configure({ useWebWorkers: false })

const BATCH_SIZE = 200
/** Lines are written in pieces of about this many characters. */
const PIECE_LENGTH = 64 * 1024

type Pieces = AsyncGenerator<string | Uint8Array>
/**
 * `write` receives the archive piece by piece. Its promise is awaited, so that pieces do not pile
 * up in memory.
 */
export type ArchiveOutput = { write: (bytes: Uint8Array) => Promise<void>; signal: AbortSignal }

/**
 * Writes all data of a user as a ZIP file: JSON of every table, CSV of links and clicks, and
 * pictures. Data is read in batches and written as it comes, so memory use does not depend on its
 * size.
 */
export async function writeArchive(
  deps: Deps,
  userId: string,
  { write, signal }: ArchiveOutput,
): Promise<void> {
  const zip = new ZipWriter(new WritableStream<Uint8Array>({ write }))
  const add = (name: string, pieces: Pieces) =>
    zip.add(name, streamOf(pieces), { signal, lastModDate: new Date() })
  await add('README.txt', onePiece(README))
  await add('links.csv', csvOf(linkLines(deps, userId)))
  await add('clicks.csv', csvOf(clickLines(deps, userId, NO_FILTER)))
  for (const [name, sources] of archiveFiles()) await add(name, jsonOf(deps, userId, sources))
  for await (const { id, imageKey } of picturesOf(deps, userId)) {
    signal.throwIfAborted()
    const bytes = await deps.media.read(imageKey)
    if (bytes) await add(`pictures/${id}.webp`, onePiece(bytes))
  }
  await zip.close()
}

const README = `All data that ${APP_NAME} stores about you, and everything you created.

links.csv       your links, in a format that you can import again
clicks.csv      counted clicks by link and hour (UTC)
pictures/       your uploaded pictures; pictures.json describes them
*.json          all other data, one list per database table

Not included: passwords and other secrets, gift card codes (see your wallet), and data about your visitors.
`

async function* onePiece(content: string | Uint8Array): Pieces {
  yield content
}

async function* csvOf(lines: AsyncGenerator<readonly string[]>): Pieces {
  let piece = BYTE_ORDER_MARK
  for await (const cells of lines) {
    piece += csvLine(cells)
    if (piece.length < PIECE_LENGTH) continue
    yield piece
    piece = ''
  }
  yield piece
}

/** Yields `{"table": [row, row], "table": []}` with one row per line. */
async function* jsonOf(deps: Deps, userId: string, sources: ArchiveSource[]): Pieces {
  yield '{'
  for (const [index, source] of sources.entries()) {
    yield `${index === 0 ? '' : ','}\n${JSON.stringify(source.table)}: [`
    let isFirst = true
    for await (const rows of rowsOf(deps, userId, source)) {
      const lines = rows.map(({ row }) => JSON.stringify(row)).join(',\n')
      yield `${isFirst ? '\n' : ',\n'}${lines}`
      isFirst = false
    }
    yield ']'
  }
  yield '\n}\n'
}

/**
 * Reads rows in batches. The SQL consists of constants. The user id and omitted columns are
 * parameters.
 */
const rowsOf = (deps: Deps, userId: string, { table, where, order, without = [] }: ArchiveSource) =>
  readInBatches<{ row: object }>(
    deps.pool,
    {
      text: `select to_jsonb(found) - $2::text[] as row from (
        select * from ${table} where ${where} order by ${order}) as found`,
      values: [userId, ['user_id', ...without]],
    },
    BATCH_SIZE,
  )

async function* picturesOf({ db }: Deps, userId: string) {
  const rows = await db
    .select({ id: uploads.id, imageKey: uploads.imageKey })
    .from(uploads)
    .where(eq(uploads.userId, userId))
    .orderBy(asc(uploads.id))
  yield* rows
}

function streamOf(pieces: Pieces): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
      },
      async cancel() {
        await pieces.return(undefined)
      },
    },
    { highWaterMark: 1 },
  )
}
