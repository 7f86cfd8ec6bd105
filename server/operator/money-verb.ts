import type { Config } from '../platform/config/config.ts'
import type { Db } from '../platform/db/client.ts'

export type MoneyOptions = Partial<Record<'waiting' | 'dry-run', boolean | undefined>> &
  Partial<
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
/** Parses the arguments of a command. Mistakes are reported before the database is opened. */
export type MoneyVerb = (rest: string[], options: MoneyOptions) => Work
