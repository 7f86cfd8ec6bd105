import type { JobHelpers, TaskList } from 'graphile-worker'
import type { Sql } from '../db/sql.ts'
import type { DbAddress } from '../db/client.ts'
import type { DedicatedConnection } from '../db/dedicated-connection.ts'
import type { Deps } from '../env.ts'
import type { Log } from '../log.ts'
import { abuseMail } from '../reports/abuse-mail.ts'
import { activityMail } from '../activity/activity-letters.ts'
import { addJob, addJobs } from './add-job.ts'
import { backup, backupGivenUp } from '../backup/backup-job.ts'
import { backupMail } from '../backup/backup-mail.ts'
import { brandLinks } from '../links/in-network.ts'
import { brandRates } from '../brands/brand-rates-job.ts'
import { blockMail } from '../reports/block-mail.ts'
import { chatPush } from '../chat/chat-push.ts'
import type { DoomedJob } from './deaths.ts'
import { deskMail } from '../desk/desk-mail.ts'
import { diskSpace } from '../installation/disk-job.ts'
import { domainChecks } from '../domains/domain-checks.ts'
import { dropClicks } from '../analytics/drop-clicks.ts'
import { emailMail, emailMovedMail } from '../accounts/email-mail.ts'
import { exportCsv, exportGivenUp } from '../exports/export-job.ts'
import { extract, extractGivenUp } from '../extraction/extract-job.ts'
import { importGivenUp, importLinks } from '../imports/import-job.ts'
import { sweep } from '../media/sweep-uploads.ts'
import { forgetExpired } from '../tidy.ts'
import { welcomeLinks } from '../link-checks/rounds.ts'
import { revokeGrant } from '../connected-accounts/revoke-grant-job.ts'
import { laterMoneyMail } from '../leaving/later-money-mail.ts'
import { leavingMail } from '../leaving/letters.ts'
import { purgeAccounts } from '../leaving/purge-job.ts'
import { linkHealth } from '../link-checks/link-checks-job.ts'
import { money, moneyUpkeep } from '../conversions/money-job.ts'
import { mailOfJob } from '../mail.ts'
import { milestones } from '../activity/milestones-job.ts'
import { pageBlockMail } from '../reports/page-block-mail.ts'
import { widgetBlockMail } from '../reports/widget-block-mail.ts'
import { passwordChangedMail } from '../accounts/change-password.ts'
import { passwordMail } from '../accounts/password-mail.ts'
import { payoutAddressMail } from '../wallet/payout-address.ts'
import { phoneCode } from '../phone/phone-job.ts'
import { picture } from '../extraction/picture-job.ts'
import { rebuildDays } from '../analytics/rebuild-days.ts'
import { push } from '../push/push-job.ts'
import { referralMail } from '../referrals/invitations.ts'
import { referralReward } from '../referrals/reward-job.ts'
import type { JobHandler } from './job-handler.ts'
import type { JobName, JobPayloads, Jobs } from './job-types.ts'
import { Queue } from './queue.ts'
import { trending } from '../brands/trending-job.ts'
import { toolsMail } from '../accounts/tools-mail.ts'
import { reportMail } from '../reports/report-mail.ts'

const handlers: { [Name in JobName]: JobHandler<Name> } = {
  'activity-mail': activityMail,
  backup,
  'backup-mail': backupMail,
  'brand-links': brandLinks,
  'brand-rates': brandRates,
  'chat-push': chatPush,
  'desk-mail': deskMail,
  'disk-space': diskSpace,
  'domain-checks': domainChecks,
  'drop-clicks': dropClicks,
  'email-mail': emailMail,
  'email-moved-mail': emailMovedMail,
  export: exportCsv,
  extract,
  'later-money-mail': laterMoneyMail,
  'leaving-mail': leavingMail,
  'link-health': linkHealth,
  'import-links': importLinks,
  milestones,
  money,
  'money-upkeep': moneyUpkeep,
  'password-changed-mail': passwordChangedMail,
  'password-mail': passwordMail,
  'payout-address-mail': payoutAddressMail,
  'phone-code': phoneCode,
  picture,
  'purge-accounts': purgeAccounts,
  push,
  'abuse-mail': abuseMail,
  'block-mail': blockMail,
  'page-block-mail': pageBlockMail,
  'widget-block-mail': widgetBlockMail,
  'rebuild-days': rebuildDays,
  'referral-mail': referralMail,
  'referral-reward': referralReward,
  'report-mail': reportMail,
  'revoke-grant': revokeGrant,
  'sweep-uploads': sweep,
  tidy: ({ db }) => forgetExpired(db),
  'tools-mail': toolsMail,
  trending,
  'welcome-links': welcomeLinks,
}

/** Jobs that somebody waits for: says that they never will be done, however often it is called. */
const givenUp: { [Name in JobName]?: (deps: Deps, payload: JobPayloads[Name]) => Promise<void> } = {
  backup: backupGivenUp,
  export: exportGivenUp,
  extract: extractGivenUp,
  'import-links': importGivenUp,
}

/** Jobs live in the database: they survive a restart and run once across all processes. */
export function createJobs(options: {
  address: DbAddress
  sql: Sql
  dedicated: DedicatedConnection
  log: Log
  deps: () => Deps
}): Jobs {
  const giveUp = async ({ name, payload }: DoomedJob) => {
    const tell = givenUp[name as JobName]
    // As with the handlers, each payload was written by `add`.
    await tell?.(options.deps(), payload as never)
  }
  const queue = new Queue({ ...options, tasks: toTasks(options.deps), giveUp })
  return {
    add: addJob,
    addAll: addJobs,
    start: (calendar) => queue.start(calendar),
    stop: () => queue.stop(),
  }
}

const toTasks = (deps: () => Deps): TaskList =>
  Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [
      name,
      async (payload: unknown, { abortSignal, job }: JobHelpers) => {
        // Each payload was written by `add`, which knows its job's type.
        const run = handler as JobHandler<JobName>
        const given = deps()
        const own = { ...given, mail: mailOfJob(given.mail, job) }
        return run(own, payload as never, abortSignal ?? new AbortController().signal)
      },
    ]),
  )
