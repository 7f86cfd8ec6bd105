import type { Config } from '../platform/config/config.ts'
import type { Db } from '../platform/db/client.ts'

export type MoneyOptions = Partial<
  Record<
    | 'why'
    | 'ref'
    | 'fee'
    | 'amount'
    | 'vendor'
    | 'batch'
    | 'since'
    | 'years'
    | 'brand'
    | 'status'
    | 'page',
    string | undefined
  >
>
export type Work = (db: Db, config: Config) => Promise<string>
/** Reads what was typed first, so that a mistake is told before the database is touched. */
export type MoneyVerb = (rest: string[], options: MoneyOptions) => Work
