import { basename } from 'node:path'
import { eq } from 'drizzle-orm'
import type { Config } from '../../platform/config/config.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { users } from '../../platform/db/schema.ts'
import { slugIn } from '../pages.ts'
import { parseTypedLink } from '../typed-links.ts'
import { keyIn } from '../widgets.ts'
import type { ActionName } from './actions.ts'
import { COMMAND_LINE, type Json } from './audit-log.ts'
import { perform } from './perform.ts'

type Options = { [name: string]: string | boolean | undefined }
type Work = (db: Db, config: Config) => Promise<string>

type Recorded = {
  action: ActionName
  /** Returns the subject from the words after the command. */
  subject(db: Db, words: string[], options: Options, config: Config): string | Promise<string>
  /** Whether the command itself records, because it does more after its transaction. */
  isOwn?: true
}

const fixed = (name: string) => () => name
const named = (kind: string) => (_db: Db, words: string[]) => `${kind} ${words.join(' ')}`
const first = (kind: string) => (_db: Db, words: string[]) => `${kind} ${words[0] ?? ''}`
const file = (_db: Db, words: string[]) => `file ${basename(words[0] ?? '')}`

/** Returns the subject of a user by email. The log keeps the number, which names nobody later. */
export async function userSubject(db: Db, email: string): Promise<string> {
  const isUser = eq(users.email, email.trim().toLowerCase())
  const [user] = await db.select({ id: users.id }).from(users).where(isUser)
  return user ? `user ${user.id}` : 'user without an account'
}
const byOption = (db: Db, _words: string[], { email = '' }: Options) =>
  userSubject(db, String(email))
const byWord = (db: Db, [email = '']: string[]) => userSubject(db, email)

const content = async (db: Db, [typed = '']: string[], _options: Options, config: Config) => {
  const slug = slugIn(typed)
  if (slug !== undefined) return `page ${slug}`
  const key = keyIn(typed)
  return key === undefined ? `link ${await parseTypedLink(typed)(db, config)}` : `widget ${key}`
}

/** Commands that change something. */
export const RECORDED_COMMANDS: Record<string, Recorded> = {
  'maintenance on': { action: 'maintenance.on', subject: fixed('maintenance') },
  'maintenance off': { action: 'maintenance.off', subject: fixed('maintenance') },
  accept: { action: 'servers.accept', subject: first('servers') },
  distribute: { action: 'servers.distribute', subject: fixed('servers'), isOwn: true },
  'staff invite': { action: 'staff.invite', subject: first('staff') },
  'staff role': { action: 'staff.role', subject: first('staff') },
  'staff remove': { action: 'staff.remove', subject: first('staff') },
  invite: { action: 'person.invite', subject: byOption },
  'reset-factors': { action: 'person.reset-factors', subject: byOption },
  block: { action: 'content.block', subject: content },
  unblock: { action: 'content.unblock', subject: content },
  dismiss: { action: 'reports.dismiss', subject: content },
  'chat say': {
    action: 'message.send',
    subject: (db, [whom = '']) => (whom.includes('@') ? userSubject(db, whom) : `channel ${whom}`),
  },
  'content apply': { action: 'site.content', subject: file },
  'brand-admit': { action: 'brand.admit', subject: first('application') },
  'brand-decline': { action: 'brand.decline', subject: first('application') },
  'brand-link': { action: 'brand.link', subject: first('brand') },
  'brand-reset-factor': { action: 'brand.reset-factor', subject: first('brand') },
  'brand-referral': { action: 'brand.referral', subject: first('brand') },
  settled: { action: 'brand.settle', subject: first('brand') },
  'conversions import': { action: 'order.import', subject: file },
  'conversions approve': { action: 'order.approve', subject: first('order') },
  'conversions reverse': { action: 'order.reverse', subject: first('order') },
  'conversions assign': { action: 'order.assign', subject: first('call') },
  'conversions accept': { action: 'sale.accept', subject: first('sale') },
  'conversions decline': { action: 'sale.decline', subject: first('sale') },
  'payouts approve': { action: 'payout.approve', subject: named('payouts') },
  'payouts paid': { action: 'payout.paid', subject: named('payouts') },
  'payouts rejected': { action: 'payout.reject', subject: named('payouts') },
  'payouts returned': { action: 'payout.return', subject: named('payouts') },
  'payouts batch': { action: 'payout.open', subject: fixed('batch for PayPal') },
  'payouts export': { action: 'payout.open', subject: fixed('batch by hand'), isOwn: true },
  'payouts send': { action: 'payout.send', subject: first('batch') },
  'tax-form': { action: 'tax-form.record', subject: byWord },
  'vouchers import': { action: 'vouchers.import', subject: file },
}

/** Commands that change nothing. */
export const READING_COMMANDS =
  `status, reports, applications, calendar, privacy-draft, history, help, content export, staff list, audit verify,
  chat list, chat show, chat reports, payouts list, payouts dormant, conversions list, conversions missing`.split(
    /,\s+/,
  )

/** Options whose values are written to the log. The others may contain addresses. */
export const FACTS = ['amount', 'fee', 'ref', 'role', 'rule', 'since', 'vendor']

/**
 * Wraps a command so that it is recorded in the audit log. Commands that only read, and dry runs,
 * are returned as they are.
 */
export function recordedCommand(words: string[], options: Options, work: Work): Work {
  const [noun = '', verb = '', ...rest] = words
  const long = RECORDED_COMMANDS[`${noun} ${verb}`]
  const recorded = long ?? RECORDED_COMMANDS[noun]
  if (!recorded || recorded.isOwn || options['dry-run'] === true) return work
  const others = long ? rest : words.slice(1)
  return async (db, config) => {
    const subject = await recorded.subject(db, others, options, config)
    const why = typeof options['why'] === 'string' ? options['why'].trim() : ''
    const facts: { [name: string]: Json } = Object.fromEntries(
      FACTS.flatMap((name) => (typeof options[name] === 'string' ? [[name, options[name]]] : [])),
    )
    const attempt = { action: recorded.action, subject, why, facts }
    return perform(db, COMMAND_LINE, attempt, (tx: Tx) => work(tx, config))
  }
}
