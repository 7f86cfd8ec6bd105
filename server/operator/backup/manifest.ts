import { createHash } from 'node:crypto'
import * as v from 'valibot'

const Name = v.pipe(v.string(), v.maxLength(200))
const Count = v.pipe(v.number(), v.integer(), v.minValue(0))

const Table = v.object({
  schema: Name,
  name: Name,
  columns: v.array(Name),
  rows: Count,
})

const Sequence = v.object({
  schema: Name,
  name: Name,
  value: v.pipe(v.string(), v.regex(/^-?\d{1,19}$/)),
  isCalled: v.boolean(),
})

const Part = v.object({
  name: v.pipe(v.string(), v.maxLength(4096)),
  bytes: Count,
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
})

/** State of a database at one moment, without its rows. */
const State = v.object({
  postgres: Name,
  /** Migrations that created its tables, in order. */
  migrations: v.array(v.object({ hash: Name, createdAt: Name })),
  /** Migrations of the job queue. */
  queueMigrations: v.array(Count),
  tables: v.array(Table),
  sequences: v.array(Sequence),
})

/** Last part of a backup. It contains the checksums of all other parts. */
export const Manifest = v.object({
  format: v.literal(1),
  madeAt: v.pipe(v.string(), v.isoTimestamp()),
  version: Name,
  database: State,
  parts: v.array(Part),
})

export type Table = v.InferOutput<typeof Table>
export type Sequence = v.InferOutput<typeof Sequence>
export type State = v.InferOutput<typeof State>
export type Manifest = v.InferOutput<typeof Manifest>
export type Part = v.InferOutput<typeof Part>

export const MANIFEST = 'manifest.json'
const TABLES = 'tables/'
const FILES = 'files/'

type TableName = Pick<Table, 'schema' | 'name'>

export const fullName = ({ schema, name }: TableName) => `${schema}.${name}`

/**
 * Returns the name of a part with rows of a table. A part contains complete rows in COPY format.
 */
export const tablePartName = (table: string, nth: number) =>
  `${TABLES}${table}/${String(nth).padStart(6, '0')}.copy`

/** Returns the table of a part with rows, or null for other parts. */
export function tableOfPartName(part: string): string | null {
  return part.startsWith(TABLES) ? part.slice(TABLES.length, part.lastIndexOf('/')) : null
}

export const filePartName = (path: string) => FILES + path

/** Returns the path of a file in the data folder, or null for other parts. */
export const pathOfPartName = (part: string) =>
  part.startsWith(FILES) ? part.slice(FILES.length) : null

export const describePart = (name: string, bytes: Buffer): Part => ({
  name,
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
})
