import { ConfigError, type Config } from '../platform/config/config.ts'
import type { Db } from '../platform/db/client.ts'
import { requireSentence } from './sentences.ts'

/** Options of `block`, `unblock` and `dismiss`. */
export type BlockOptions = { why?: string | undefined; rule?: string | undefined }
type Work = (db: Db, config: Config) => Promise<string>

/** Action on the link, page or widget with that name. Its result is null if there is none. */
export type BlockAction = (
  name: string,
  options: BlockOptions,
) => (db: Db, config: Config) => Promise<string | null>

/**
 * Turns an action into a command that fails if nothing has that name. `what` is the noun for the
 * message.
 */
export const commandOf =
  (act: BlockAction, name: string, what: string) =>
  (options: BlockOptions): Work => {
    const work = act(name, options)
    return async (db, config) => {
      const done = await work(db, config)
      if (done === null) throw new ConfigError(`There is no ${what} ${name}.`)
      return done
    }
  }

/** Returns the reason and the rule of a block. Both are required. */
export const requireReasons = (options: BlockOptions) => ({
  why: requireSentence('why', options.why, 500),
  rule: requireSentence('rule', options.rule, 200),
})

/** Returns the reason of a dismissal, which is optional. */
export const dismissalReason = (options: BlockOptions) =>
  options.why === undefined ? '' : requireSentence('why', options.why, 500)
