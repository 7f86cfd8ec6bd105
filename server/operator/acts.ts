import { ConfigError, type Config } from '../platform/config/config.ts'
import type { Db } from '../platform/db/client.ts'
import { sentence } from './sentences.ts'

/** What stands beside a `block`, `unblock` or `dismiss`. */
export type BlockOptions = { why?: string | undefined; rule?: string | undefined }
type Work = (db: Db, config: Config) => Promise<string>

/** What is done with the link, page or widget of that name. Null: there is none. */
export type Act = (
  name: string,
  said: BlockOptions,
) => (db: Db, config: Config) => Promise<string | null>

/** What an operator asked for; `what` is what there is none of under that name. */
export const workOf =
  (act: Act, name: string, what: string) =>
  (said: BlockOptions): Work => {
    const work = act(name, said)
    return async (db, config) => {
      const done = await work(db, config)
      if (done === null) throw new ConfigError(`There is no ${what} ${name}.`)
      return done
    }
  }

/** Nobody is blocked without a reason and a rule. */
export const reasonsIn = (said: BlockOptions) => ({
  why: sentence('why', said.why, 500),
  rule: sentence('rule', said.rule, 200),
})

/** A dismissal may have a reason. */
export const whyDismissed = (said: BlockOptions) =>
  said.why === undefined ? '' : sentence('why', said.why, 500)
