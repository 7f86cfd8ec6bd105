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

/** What a database was at one moment, without its rows. */
const State = v.object({
  postgres: Name,
  /** By which migrations its tables were made, in order. */
  migrations: v.array(v.object({ hash: Name, createdAt: Name })),
  /** The same of the job queue. */
  queueMigrations: v.array(Count),
  tables: v.array(Table),
  sequences: v.array(Sequence),
})

/** Stands last in a backup and vouches for everything before it. */
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

type Named = Pick<Table, 'schema' | 'name'>

export const fullName = ({ schema, name }: Named) => `${schema}.${name}`

/** Rows of a table come in pieces, and each is whole rows as COPY writes and reads them. */
export const tablePart = (table: string, nth: number) =>
  `${TABLES}${table}/${String(nth).padStart(6, '0')}.copy`

/** The table of such a part; null for anything else. */
export function tableOfPart(part: string): string | null {
  return part.startsWith(TABLES) ? part.slice(TABLES.length, part.lastIndexOf('/')) : null
}

export const filePart = (path: string) => FILES + path

/** Where a file lay in the data folder; null for other parts. */
export const fileOfPart = (part: string) =>
  part.startsWith(FILES) ? part.slice(FILES.length) : null

export const describePart = (name: string, bytes: Buffer): Part => ({
  name,
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
})
