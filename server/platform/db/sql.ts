import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Pool } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { within } from '../within.ts'
import { asLost } from './connection-lost.ts'
import { readInLots } from './read-in-lots.ts'
import { askIn, type Ask, type Statement } from './statement.ts'
import { inTransaction, type Scope } from './transaction.ts'

type Row = Record<string, unknown>
type Tag = <Rows extends readonly object[] = Row[]>(
  text: TemplateStringsArray,
  ...values: unknown[]
) => Promise<Rows>

/** What is written by hand: every value in the text becomes a parameter, every `part` stays text. */
export type Sql = Tag & {
  begin<T>(work: (tx: TransactionSql) => Promise<T>): Promise<T>
  /** Answers so many rows at a time. */
  lots<Row>(
    size: number,
  ): (text: TemplateStringsArray, ...values: unknown[]) => AsyncGenerator<Row[]>
  end(): Promise<void>
}

export type TransactionSql = Tag & {
  /** COPY … FROM STDIN of what is in memory. */
  copyIn(text: string, lots: Iterable<Uint8Array>): Promise<void>
}

/**
 * A statement whose text is always the same under its name, so that a connection plans it once. For
 * what is asked very often: the plan is the same whatever the values are.
 */
export type Named = (name: string) => Tag

export type SqlPart = Part
class Part {
  constructor(
    readonly text: TemplateStringsArray,
    readonly values: unknown[],
  ) {}
}

/** A piece of a statement, for use in others. */
export const part = (text: TemplateStringsArray, ...values: unknown[]) => new Part(text, values)

/** Names of columns, for use in a statement; never anything from outside. */
export function columns(names: readonly string[]): Part {
  const text = names.map((name) => `"${name}"`).join(', ')
  return new Part(Object.assign([text], { raw: [text] }), [])
}

const END_MS = 2000

/** Asks the pool; `end` waits a moment for what is under way. */
export function sqlIn(pool: Pool): Sql {
  let ended: Promise<void> | undefined
  return Object.assign(tagOf(askIn(pool)), {
    begin: <T>(work: (tx: TransactionSql) => Promise<T>) =>
      inTransaction(pool, (scope) => work(sqlOf(scope))),
    lots:
      <Row>(size: number) =>
      (text: TemplateStringsArray, ...values: unknown[]) =>
        readInLots<Row>(pool, toStatement(text, values), size),
    end: () => (ended ??= within(END_MS, pool.end(), undefined)),
  })
}

function sqlOf({ ask, client }: Scope): TransactionSql {
  return Object.assign(tagOf(ask), {
    async copyIn(text: string, lots: Iterable<Uint8Array>) {
      try {
        await pipeline(Readable.from(lots), client.query(copyFrom(text)))
      } catch (error) {
        throw asLost(error)
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
    // Which rows a statement answers only its author knows, who says so where it is written.
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
