import type { SQL } from 'drizzle-orm'
import { ConfigError, type Config } from '../platform/config/config.ts'
import type { Db, Tx } from '../platform/db/client.ts'
import type { BlockFacts } from '../people/activity/activity.ts'
import { closeReports } from './reports/open-reports.ts'
import { closedText, requireSentence } from './sentences.ts'
import { isOnOtherHost } from './typed-links.ts'

/** Options of `block`, `unblock` and `dismiss`. */
export type BlockOptions = { why?: string | undefined; rule?: string | undefined }
type Work = (db: Db, config: Config) => Promise<string>

/**
 * Reads the options of an action and returns its work on the link, page or widget with a name. The
 * result is null if there is none.
 */
export type BlockAction = (
  options: BlockOptions,
) => (db: Db, name: string, config: Config) => Promise<string | null>

/**
 * Turns an action into a command that fails if nothing has that name. `what` is the noun for the
 * message.
 */
export const commandOf =
  (act: BlockAction, findName: (db: Db, config: Config) => Promise<string>, what: string) =>
  (options: BlockOptions): Work => {
    const work = act(options)
    return async (db, config) => {
      const name = await findName(db, config)
      const done = await work(db, name, config)
      if (done === null) throw new ConfigError(`There is no ${what} ${name}.`)
      return done
    }
  }

/** Creates the command of `actions` for things that are typed as a path or URL. */
export const commandFor =
  (what: string, nameIn: (typed: string) => string | undefined, actions: Blockable) =>
  ([act = '', typed = '', ...rest]: string[]): ReturnType<typeof commandOf> | undefined => {
    const all = blockActions(actions)
    const action = Object.hasOwn(all, act) ? all[act] : undefined
    const name = nameIn(typed)
    if (!action || name === undefined || rest.length > 0) return undefined
    const findName = async (_db: Db, config: Config) => {
      if (isOnOtherHost(typed, config)) throw new ConfigError(onOtherHost(what, typed, config))
      return name
    }
    return commandOf(action, findName, what)
  }

/** Links on a creator's domain can have codes such as `p/ana`. */
const onOtherHost = (what: string, typed: string, { appOrigin }: Config) =>
  `${typed} is not a ${what} of ${appOrigin}. If it is a link, use its address on the main host, which is in the email about a report.`

/** Actions of the operator on one kind of content, by its name. */
type Blockable = {
  /** Blocks it. Returns false if there is none with that name. */
  block(db: Db, name: string, facts: BlockFacts): Promise<boolean>
  unblock(db: Db, name: string): Promise<boolean>
  /** Returns the condition for its reports, also if it was deleted. */
  reports(tx: Tx, name: string): Promise<{ about: SQL; isDeleted: boolean }>
  /** Returns the sentence that the command prints. */
  blockedText(name: string, contact: string): string
  unblockedText(name: string): string
  /** Returns how the text of a dismissal refers to it. */
  label(name: string): string
}

/** Returns the actions of `block`, `unblock` and `dismiss`. */
export const blockActions = (of: Blockable): Record<string, BlockAction> => ({
  block: (options) => {
    const reasons = requireReasons(options)
    return async (db, name, { supportEmail: contact }) =>
      (await of.block(db, name, { ...reasons, contact })) ? of.blockedText(name, contact) : null
  },
  unblock: () => async (db, name) => ((await of.unblock(db, name)) ? of.unblockedText(name) : null),
  dismiss: (options) => {
    const why = dismissalReason(options)
    return (db, name) => dismissReports(db, of, name, why)
  },
})

/** Closes the reports. Works for deleted things too, because their reports stay. */
const dismissReports = (db: Db, of: Blockable, name: string, why: string) =>
  db.transaction(async (tx) => {
    const { about, isDeleted } = await of.reports(tx, name)
    const closed = await closeReports(tx, about, { decision: 'dismissed', why })
    return isDeleted && closed === 0 ? null : closedText(closed, of.label(name))
  })

/** Returns the reason and the rule of a block. Both are required. */
const requireReasons = (options: BlockOptions) => ({
  why: requireSentence('why', options.why, 500),
  rule: requireSentence('rule', options.rule, 200),
})

/** Returns the reason of a dismissal, which is optional. */
const dismissalReason = (options: BlockOptions) =>
  options.why === undefined ? '' : requireSentence('why', options.why, 500)
