import { ConfigError, type Config } from '../platform/config/config.ts'
import type { Db } from '../platform/db/client.ts'
import { sentence } from './sentences.ts'

/** Options of `block`, `unblock` and `dismiss`. */
export type BlockOptions = { why?: string | undefined; rule?: string | undefined }
type Work = (db: Db, config: Config) => Promise<string>

/** Action on the link, page or widget with that name. Its result is null if there is none. */
export type Act = (
  name: string,
  said: BlockOptions,
) => (db: Db, config: Config) => Promise<string | null>

/**
 * Turns an action into a command that fails if nothing has that name. `what` is the noun for the
 * message.
 */
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

/** Returns the reason and the rule of a block. Both are required. */
export const reasonsIn = (said: BlockOptions) => ({
  why: sentence('why', said.why, 500),
  rule: sentence('rule', said.rule, 200),
})

/** Returns the reason of a dismissal, which is optional. */
export const whyDismissed = (said: BlockOptions) =>
  said.why === undefined ? '' : sentence('why', said.why, 500)
