import { createHmac, timingSafeEqual } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import type { InferOutput } from 'valibot'
import { Uuid } from '#contract/common.ts'
import type {
  Archive,
  DataExport,
  ExportFilter,
  ExportKind,
  ExportRequest,
} from '#contract/exports.ts'
import { dataExports, exportParts } from '../../platform/db/schema.ts'
import { isUniqueViolation } from '../../platform/db/unique.ts'
import type { Deps } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { readLink } from '../../links/link-rows.ts'
import { NO_FILTER } from './no-filter.ts'

export type ExportRow = typeof dataExports.$inferSelect
type ExportInput = InferOutput<typeof ExportRequest>
type RequestedExport = Pick<ExportRow, 'id' | 'status'>

/** Condition for the exports of a user. All queries for signed-in users use it. */
const ownExports = (userId: string) => eq(dataExports.userId, userId)

/** Queues an export. If the same export is already in progress, returns that one. */
export async function requestExport(
  deps: Deps,
  userId: string,
  { kind, ...filter }: ExportInput,
): Promise<RequestedExport> {
  await checkFilter(deps, userId, filter)
  return queue(deps, userId, { kind, ...filter })
}

type QueuedExport = ExportFilter & { kind: ExportRow['kind'] }

async function queue(
  deps: Deps,
  userId: string,
  { kind, ...filter }: QueuedExport,
): Promise<RequestedExport> {
  try {
    return await deps.db.transaction(async (tx) => {
      const [added] = await tx
        .insert(dataExports)
        .values({ userId, kind, filter })
        .returning({ id: dataExports.id, status: dataExports.status })
      if (!added) throw new Error('insert returned no row')
      await deps.jobs.add(tx, 'export', { exportId: added.id }, { key: `export:${added.id}` })
      return added
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'data_exports_running')) throw error
    return findRunning(deps, userId, { kind, ...filter })
  }
}

async function checkFilter(deps: Deps, userId: string, filter: Omit<ExportInput, 'kind'>) {
  const { date_from, date_to, link_uuid } = filter
  if (date_from && date_to && date_to < date_from)
    throw new FieldError('date_to', 'The last day must not be before the first.')
  if (link_uuid) await readLink(deps.db, userId, link_uuid)
}

async function findRunning(
  deps: Deps,
  userId: string,
  { kind, ...filter }: QueuedExport,
): Promise<RequestedExport> {
  const [row] = await deps.db
    .select()
    .from(dataExports)
    .where(
      and(ownExports(userId), sql`${dataExports.kind} = ${kind}`, eq(dataExports.status, 'queued')),
    )
  // The running export finished in the meantime.
  if (!row) return queue(deps, userId, { kind, ...filter })
  if (kind !== 'links' && kind !== 'archive' && !isDeepStrictEqual(row.filter, filter))
    throw new FieldError(
      'kind',
      `Another export of ${whatIn(kind)} is in progress. Try again when it is ready.`,
    )
  return { id: row.id, status: row.status }
}

/** Queues an archive of all data of a user. If one is in progress, returns that one. */
export const requestArchive = (deps: Deps, userId: string): Promise<RequestedExport> =>
  queue(deps, userId, { kind: 'archive', ...NO_FILTER })

/**
 * Returns the user's newest archive, ready or in progress, or null if there is none or it has
 * expired.
 */
export async function latestArchive(deps: Deps, userId: string): Promise<Archive | null> {
  const [row] = await deps.db
    .select()
    .from(dataExports)
    .where(and(ownExports(userId), eq(dataExports.kind, 'archive')))
    .orderBy(desc(dataExports.createdAt))
    .limit(1)
  if (!row || (row.expiresAt !== null && row.expiresAt <= new Date())) return null
  const { id, status, rows } = row
  return {
    id,
    status,
    kilobytes: rows,
    expires_at: row.expiresAt?.toISOString() ?? null,
    url: status === 'ready' ? downloadPath(deps, row) : null,
  }
}

const downloadPath = (deps: Deps, { id, kind }: ExportRow) =>
  `/exports/${id}/${keyOf(deps, id)}.${fileExtension(kind)}`

/** Returns what an export contains, in words of the app. */
export const whatIn = (kind: ExportKind): string =>
  kind === 'networks' ? 'earnings elsewhere' : kind

/** Returns the file extension. */
export const fileExtension = (kind: ExportRow['kind']) => (kind === 'archive' ? 'zip' : 'csv')

type Paging = { page: number; page_size: number }

/** Archives are not in the list; they have their own endpoint. */
const listedExports = (userId: string) => and(ownExports(userId), ne(dataExports.kind, 'archive'))

export async function listExports(deps: Deps, userId: string, { page, page_size }: Paging) {
  const rows = await deps.db
    .select()
    .from(dataExports)
    .where(listedExports(userId))
    .orderBy(desc(dataExports.createdAt), dataExports.id)
    .limit(page_size)
    .offset((page - 1) * page_size)
  const count = await deps.db.$count(dataExports, listedExports(userId))
  return { results: rows.map((row) => toExport(deps, row)), count }
}

function toExport(deps: Deps, row: ExportRow): DataExport {
  const isThere = row.status === 'ready' && row.expiresAt !== null && row.expiresAt > new Date()
  return {
    id: row.id,
    kind: row.kind === 'archive' ? 'links' : row.kind,
    status: row.status,
    rows: row.rows,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt?.toISOString() ?? null,
    url: isThere ? downloadPath(deps, row) : null,
  }
}

/**
 * Key in the download URL. It replaces the session, because a browser download sends no
 * Authorization header.
 */
const keyOf = (deps: Deps, id: string) =>
  createHmac('sha256', deps.secrets.signing).update(`export:${id}`).digest('base64url')

/** Returns the export of a download URL. Throws 404 for a wrong URL and 410 for an expired file. */
export async function findExportFile(deps: Deps, id: string, key: string): Promise<ExportRow> {
  if (!v.is(Uuid, id) || !isEqualKey(key, keyOf(deps, id.toLowerCase())))
    throw new HTTPException(404)
  const [row] = await deps.db.select().from(dataExports).where(eq(dataExports.id, id))
  if (row?.status !== 'ready' || row.expiresAt === null) throw new HTTPException(404)
  if (row.expiresAt <= new Date()) throw new HTTPException(410)
  return row
}

function isEqualKey(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Yields the file part by part. */
export async function* readParts(deps: Deps, id: string): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for (let last = -1; ;) {
    const [next] = await deps.db
      .select()
      .from(exportParts)
      .where(and(eq(exportParts.exportId, id), gt(exportParts.part, last)))
      .orderBy(exportParts.part)
      .limit(1)
    if (!next) return
    yield next.bytes ?? encoder.encode(next.body)
    last = next.part
  }
}

/** Number of days that an export stays in the list after its file was deleted. */
const LISTED_DAYS = 30

/** Deletes expired files, and their exports `LISTED_DAYS` later. */
export async function deleteExpiredExports(db: Deps['db']): Promise<void> {
  const isOver = sql`${dataExports.expiresAt} < now()`
  await db
    .delete(exportParts)
    .where(
      sql`${exportParts.exportId} in (select ${dataExports.id} from ${dataExports} where ${isOver})`,
    )
  const old = sql`now() - make_interval(days => ${LISTED_DAYS})`
  await db
    .delete(dataExports)
    .where(
      sql`${dataExports.expiresAt} < ${old} or (${isNull(dataExports.expiresAt)} and ${dataExports.createdAt} < ${old})`,
    )
}
