import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Pool } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { withTimeout } from '../with-timeout.ts'
import { toConnectionLost } from './connection-lost.ts'
import { readInBatches } from './read-in-batches.ts'
import { askIn, type Ask, type Statement } from './statement.ts'
import { inTransaction, type Scope } from './transaction.ts'

type Row = Record<string, unknown>
type Tag = <Rows extends readonly object[] = Row[]>(
  text: TemplateStringsArray,
  ...values: unknown[]
) => Promise<Rows>

/** Runs SQL written as a template. Values become parameters; a `part` is inserted as text. */
export type Sql = Tag & {
  begin<T>(work: (tx: TransactionSql) => Promise<T>): Promise<T>
  /** Yields the rows in batches of the given size. */
  lots<Row>(
    size: number,
  ): (text: TemplateStringsArray, ...values: unknown[]) => AsyncGenerator<Row[]>
  end(): Promise<void>
}

export type TransactionSql = Tag & {
  /** Runs COPY … FROM STDIN with data in memory. */
  copyIn(text: string, lots: Iterable<Uint8Array>): Promise<void>
}

/**
 * Runs a prepared statement, which a connection plans only once. For frequent statements whose plan
 * does not depend on the values.
 */
export type Named = (name: string) => Tag

export type SqlPart = Part
class Part {
  constructor(
    readonly text: TemplateStringsArray,
    readonly values: unknown[],
  ) {}
}

/** Returns a piece of SQL for use in other statements. */
export const part = (text: TemplateStringsArray, ...values: unknown[]) => new Part(text, values)

/** Returns column names as SQL. Names must not come from user input. */
export function columns(names: readonly string[]): Part {
  const text = names.map((name) => `"${name}"`).join(', ')
  return new Part(Object.assign([text], { raw: [text] }), [])
}

const END_MS = 2000

/** Returns a `Sql` that uses the pool. `end` waits briefly for running statements. */
export function sqlIn(pool: Pool): Sql {
  let ended: Promise<void> | undefined
  return Object.assign(tagOf(askIn(pool)), {
    begin: <T>(work: (tx: TransactionSql) => Promise<T>) =>
      inTransaction(pool, (scope) => work(sqlOf(scope))),
    lots:
      <Row>(size: number) =>
      (text: TemplateStringsArray, ...values: unknown[]) =>
        readInBatches<Row>(pool, toStatement(text, values), size),
    end: () => (ended ??= withTimeout(END_MS, pool.end(), undefined)),
  })
}

/** Returns the interface of a transaction. */
export function sqlOf({ ask, client }: Scope): TransactionSql {
  return Object.assign(tagOf(ask), {
    async copyIn(text: string, lots: Iterable<Uint8Array>) {
      try {
        await pipeline(Readable.from(lots), client.query(copyFrom(text)))
      } catch (error) {
        throw toConnectionLost(error)
      }
    },
  })
}

export const namedIn =
  (ask: Ask): Named =>
  (name) =>
    tagOf((statement) => ask({ ...statement, name }))

const tagOf =
  (ask: Ask): Tag =>
  async <Rows extends readonly object[]>(text: TemplateStringsArray, ...values: unknown[]) => {
    const { rows } = await ask(toStatement(text, values))
    // The type of the rows is declared by the caller and not checked.
    return rows as readonly object[] as Rows
  }

function toStatement(text: TemplateStringsArray, values: unknown[]): Statement {
  const parameters: unknown[] = []
  const written = write(text, values, parameters)
  return { text: written, values: parameters }
}

function write(text: TemplateStringsArray, values: unknown[], parameters: unknown[]): string {
  return text.reduce((written, next, n) => {
    const value = values[n - 1]
    if (value instanceof Part) return written + write(value.text, value.values, parameters) + next
    return `${written}$${parameters.push(value)}${next}`
  })
}
