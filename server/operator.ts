import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { Email } from '#contract/people/session.ts'
import { ConfigError, readConfig, type Config } from './platform/config/config.ts'
import { readSecretFiles } from './platform/config/secret-files.ts'
import { connect, type Db } from './platform/db/client.ts'
import { runningEmbedded } from './platform/db/embedded/embedded.ts'
import { openDatabase } from './platform/db/open.ts'
import { migrateAll } from './platform/jobs/migrate-all.ts'
import { invitationLink } from './people/accounts/invitations.ts'
import { createLog } from './platform/log/log.ts'
import { restrictAccess } from './platform/secrets/private-files.ts'
import { writePause } from './platform/http/maintenance.ts'
import { auditCommand } from './operator/audit-command.ts'
import { recordedCommand } from './operator/actions/recorded-command.ts'
import {
  APPLICATIONS_USAGE,
  applicationCommand,
} from './operator/brand-applications/application-commands.ts'
import { brandReferralCommand } from './operator/brand-referral.ts'
import { BACKUP_USAGE, backupCommand } from './operator/backup.ts'
import { resetFactorsCommand } from './operator/reset-factors.ts'
import { showCalendar } from './operator/calendar.ts'
import { CHAT_USAGE, chatCommand } from './operator/chat.ts'
import { brandResetFactorCommand } from './operator/brand-reset-factor.ts'
import { brandLinkCommand } from './operator/brand-link.ts'
import { contentCommand } from './operator/content.ts'
import { distributeCommand } from './operator/distribute.ts'
import { acceptCommand } from './operator/accept.ts'
import { linkCommand } from './operator/links.ts'
import { MONEY_USAGE, moneyCommand } from './operator/money.ts'
import { pageCommand } from './operator/pages.ts'
import { widgetCommand } from './operator/widgets.ts'
import { listReports } from './operator/reports.ts'
import { STAFF_USAGE, staffCommand } from './operator/staff-commands.ts'
import { statusCommand } from './operator/status.ts'
import { privacyDraft } from './operator/legal/privacy-draft.ts'
import { loadSecrets } from './platform/secrets/secrets.ts'

const USAGE = `Usage:
  npm run operator -- status [--json]
  npm run operator -- maintenance on [--retry-after <seconds or ISO date>] [--detail <text>]
  npm run operator -- maintenance off
  npm run operator -- invite --email <address>
  npm run operator -- reset-factors --email <address> --why <reason, which the user gets by email>
  npm run operator -- brand-link <brand> [--mail <address>]
  npm run operator -- reports
  npm run operator -- calendar
  npm run operator -- audit verify
  npm run operator -- accept <secrets, storage or database>
  npm run operator -- distribute [--dry-run]
  npm run operator -- privacy-draft
  npm run operator -- content apply <file.yaml> [--dry-run]
  npm run operator -- content export [<file.yaml>]
  npm run operator -- brand-reset-factor <brand> --email <address> --why <text>
  npm run operator -- brand-referral <brand>
  npm run operator -- block <short code, short link, page or widget> --why <what is wrong> --rule <the rule it breaks>
  npm run operator -- unblock <short code, short link, page or widget>
  npm run operator -- dismiss <short code, short link, page or widget> [--why <text>]
  npm run operator -- history <short code or short link>
Write a link as lamp, or as lamp~12 on the creator's domain with number 12, a page as p/ana and a widget as w/ with its key,
or use their addresses.
Applications of brands:${APPLICATIONS_USAGE}
Staff:${STAFF_USAGE}
Backups:${BACKUP_USAGE}
Messages:${CHAT_USAGE}
Money:${MONEY_USAGE}`

const OPTIONS = {
  'retry-after': { type: 'string' },
  detail: { type: 'string' },
  email: { type: 'string' },
  mail: { type: 'string' },
  'passphrase-file': { type: 'string' },
  'new-secrets': { type: 'boolean' },
  why: { type: 'string' },
  rule: { type: 'string' },
  'dry-run': { type: 'boolean' },
  ref: { type: 'string' },
  fee: { type: 'string' },
  amount: { type: 'string' },
  vendor: { type: 'string' },
  batch: { type: 'string' },
  json: { type: 'boolean' },
  since: { type: 'string' },
  years: { type: 'string' },
  brand: { type: 'string' },
  status: { type: 'string' },
  page: { type: 'string' },
  waiting: { type: 'boolean' },
  role: { type: 'string' },
  rate: { type: 'string' },
  share: { type: 'string' },
} as const
export type Options = {
  [Name in keyof typeof OPTIONS]?:
    | ((typeof OPTIONS)[Name]['type'] extends 'boolean' ? boolean : string)
    | undefined
}
/**
 * Parses the options, and returns a function that runs the command. Wrong options are reported
 * before the database is opened.
 */
export type Command = (options: Options) => (db: Db, config: Config) => Promise<string>

/** Commands that change settings of a running server, which takes them over at once. */
const commands: Record<string, Command> = {
  'maintenance on': (options) => {
    const pause = {
      retry_after: readRetryAfter(options['retry-after']),
      detail: options.detail ?? null,
    }
    return async (db) => {
      await writePause(db, pause)
      return `Maintenance is on${formatRetryAfter(pause.retry_after)}. It stays on until you turn it off.`
    }
  },
  invite: ({ email }) => {
    const invited = v.safeParse(Email, email ?? '')
    if (!invited.success) throw new ConfigError(`--email: ${invited.issues[0].message}`)
    return async (_db, config) => {
      const secrets = loadSecrets(config.dataDir, process.env)
      const link = await invitationLink({ config, secrets }, invited.output)
      return `Send this link to ${invited.output}. It is valid for two weeks, for one account:\n${link}`
    }
  },
  reports: () => listReports,
  calendar: () => showCalendar,
  // The operator saves the output as privacy.md and completes it.
  'privacy-draft': () => async (_db, config) => privacyDraft(config),
  'maintenance off': () => async (db) => {
    await writePause(db, null)
    return 'Maintenance is off.'
  },
}

function formatRetryAfter(retryAfter: number | string | null): string {
  if (retryAfter === null) return ''
  return typeof retryAfter === 'number' ? `, for ${retryAfter} seconds` : `, until ${retryAfter}`
}

async function main(): Promise<string> {
  readSecretFiles(process.env)
  const { values, positionals } = readArguments()
  const backup = backupCommand(positionals)
  if (backup) return backup(values)(readConfig(process.env))
  const command =
    commands[positionals.join(' ')] ??
    chatCommand(positionals) ??
    brandLinkCommand(positionals) ??
    brandResetFactorCommand(positionals) ??
    resetFactorsCommand(positionals) ??
    contentCommand(positionals) ??
    moneyCommand(positionals) ??
    brandReferralCommand(positionals) ??
    applicationCommand(positionals) ??
    acceptCommand(positionals) ??
    distributeCommand(positionals) ??
    statusCommand(positionals) ??
    staffCommand(positionals) ??
    auditCommand(positionals) ??
    pageCommand(positionals) ??
    widgetCommand(positionals) ??
    linkCommand(positionals)
  if (positionals.join(' ') === 'help') return USAGE
  if (!command) throw new ConfigError(USAGE)
  const work = recordedCommand(positionals, values, command(values))
  return withDatabase(readConfig(process.env), work)
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: OPTIONS,
    })
  } catch (error) {
    const [problem] = (error as Error).message.split('\n')
    throw new ConfigError(`${problem}\n${USAGE}`)
  }
}

/** Returns seconds, or an ISO time in the future; null without a value. */
function readRetryAfter(value: string | undefined): number | string | null {
  if (value === undefined) return null
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value)
  const moment = /^\d{4}-\d\d-\d\d/.test(value) ? new Date(value) : undefined
  if (moment && moment.getTime() > Date.now()) return moment.toISOString().replace('.000Z', 'Z')
  throw new ConfigError(
    `--retry-after must be a number of seconds, or a future date like 2031-01-01T10:00:00Z, not ${value}.`,
  )
}

/**
 * Runs a command on the database of the running server. Without one, starts the embedded database
 * for the time of the command.
 */
async function withDatabase(config: Config, work: ReturnType<Command>): Promise<string> {
  const log = createLog('warn')
  const running = config.databaseUrl === null ? await runningEmbedded(config.dataDir) : null
  if (config.databaseUrl === null && !running) restrictAccess(config.dataDir)
  const opened = running ? null : await openDatabase(config, log)
  const address = running ?? opened?.address
  if (!address) throw new Error('no database')
  if (opened) await migrateAll(address, log)
  const { db, sql } = connect(address, { max: 1 })
  try {
    return await work(db, config)
  } finally {
    await sql.end()
    await opened?.close()
  }
}

main().then(
  (line) => process.stdout.write(`${line}\n`),
  (error: unknown) => {
    process.stderr.write(`${error instanceof ConfigError ? error.message : String(error)}\n`)
    process.exitCode = 1
  },
)
