import type { JobHelpers, TaskList } from 'graphile-worker'
import type { Sql } from './platform/db/sql.ts'
import type { DbAddress } from './platform/db/client.ts'
import type { DedicatedConnection } from './platform/db/dedicated-connection.ts'
import type { Deps } from './env.ts'
import type { Log } from './platform/log/log.ts'
import { abuseMail } from './operator/reports/abuse-mail.ts'
import { activityMail } from './people/activity/activity-letters.ts'
import { addJob, addJobs } from './platform/jobs/add-job.ts'
import { backup, backupGivenUp } from './operator/backup/backup-job.ts'
import { backupMail } from './operator/backup/backup-mail.ts'
import { brandLinks } from './links/in-network.ts'
import { brandRates } from './links/brands/brand-rates-job.ts'
import { appealMail } from './operator/appeals/appeal-mail.ts'
import { accountBlockMail } from './operator/reports/account-block-mail.ts'
import { blockMail } from './operator/reports/block-mail.ts'
import { chatPush } from './partners/chat/chat-push.ts'
import { closeClicks } from './redirect/click-log/close-clicks.ts'
import type { DoomedJob } from './platform/jobs/dead-workers.ts'
import { deskMail } from './partners/desk/desk-mail.ts'
import { applicationMail } from './partners/desk/apply/application-mail.ts'
import { deskFactorMail } from './partners/desk/people/factor-mail.ts'
import { deskPasskeyMail } from './partners/desk/people/desk-passkey-mail.ts'
import { deskInvitationMail } from './partners/desk/people/invitation-mail.ts'
import { diskSpace } from './operator/installation/disk-job.ts'
import { domainChecks } from './page/domains/domain-checks.ts'
import { deleteOldClicks } from './redirect/analytics/drop-clicks.ts'
import { emailMail, emailMovedMail } from './people/accounts/email-mail.ts'
import { exportCsv, failExport } from './operator/exports/export-job.ts'
import { extract, extractFailed } from './links/extraction/extract-job.ts'
import { importFailed, importLinks } from './links/imports/import-job.ts'
import { identityMail } from './people/oidc/identity-mail.ts'
import { factorMail } from './people/factors/factor-mail.ts'
import { recoveryMail } from './people/factors/recovery/recovery-mail.ts'
import { factorRecoveriesJob } from './people/factors/recovery/follow-link.ts'
import { sweep } from './people/media/sweep-uploads.ts'
import { deleteExpired } from './tidy.ts'
import { scheduleNewLinks } from './links/link-checks/rounds.ts'
import { revokeGrant } from './people/connected-accounts/revoke-grant-job.ts'
import { laterMoneyMail } from './operator/leaving/later-money-mail.ts'
import { leakedKeyMail } from './people/api-keys/leaked-key.ts'
import { leavingMail } from './operator/leaving/deletion-mail.ts'
import { purgeAccounts } from './operator/leaving/purge-job.ts'
import { linkHealth } from './links/link-checks/link-checks-job.ts'
import { money, moneyUpkeep } from './money/conversions/money-job.ts'
import { staffPasskeyMail } from './operator/staff/staff-passkey-mail.ts'
import { staffMail } from './operator/staff/staff-mail.ts'
import { memberMail } from './people/members/member-mail.ts'
import { mailerForJob } from './platform/letters/mail.ts'
import { milestones } from './people/activity/milestones-job.ts'
import { pageBlockMail } from './operator/reports/page-block-mail.ts'
import { widgetBlockMail } from './operator/reports/widget-block-mail.ts'
import { passwordChangedMail } from './people/accounts/change-password.ts'
import { passwordMail } from './people/accounts/password-mail.ts'
import { payouts } from './money/paypal/payouts-job.ts'
import { payoutAddressMail } from './money/wallet/payout-address.ts'
import { phoneCode } from './people/phone/phone-job.ts'
import { picture } from './links/extraction/picture-job.ts'
import { rebuildDays } from './redirect/analytics/rebuild-days.ts'
import { push } from './people/push/push-job.ts'
import { referralMail } from './money/referrals/invitations.ts'
import { referralReward } from './money/referrals/reward-job.ts'
import { webhookClickJob } from './partners/webhooks/webhook-clicks.ts'
import { webhookMail } from './partners/webhooks/webhook-mail.ts'
import { webhookEndingJob } from './partners/webhooks/webhook-endings.ts'
import type { JobHandler } from './platform/jobs/job-handler.ts'
import type { JobName, JobPayloads, Jobs } from './platform/jobs/job-types.ts'
import { Queue } from './platform/jobs/queue.ts'
import { traced } from './platform/traces/traces.ts'
import { compareApps } from './redirect/in-app/compare-job.ts'
import { trending } from './redirect/analytics/trending-job.ts'
import { toolsMail } from './people/accounts/tools-mail.ts'
import { reportMail } from './operator/reports/report-mail.ts'

const handlers: { [Name in JobName]: JobHandler<Name> } = {
  'activity-mail': activityMail,
  'application-mail': applicationMail,
  backup,
  'backup-mail': backupMail,
  'brand-links': brandLinks,
  'brand-rates': brandRates,
  'chat-push': chatPush,
  'close-clicks': closeClicks,
  'desk-factor-mail': deskFactorMail,
  'desk-passkey-mail': deskPasskeyMail,
  'desk-invitation-mail': deskInvitationMail,
  'desk-mail': deskMail,
  'disk-space': diskSpace,
  'domain-checks': domainChecks,
  'drop-clicks': deleteOldClicks,
  'email-mail': emailMail,
  'email-moved-mail': emailMovedMail,
  'member-mail': memberMail,
  'leaked-key-mail': leakedKeyMail,
  export: exportCsv,
  extract,
  'factor-mail': factorMail,
  'identity-mail': identityMail,
  'factor-recoveries': factorRecoveriesJob,
  'recovery-mail': recoveryMail,
  'later-money-mail': laterMoneyMail,
  'leaving-mail': leavingMail,
  'link-health': linkHealth,
  'import-links': importLinks,
  'in-app-results': compareApps,
  milestones,
  money,
  'money-upkeep': moneyUpkeep,
  'password-changed-mail': passwordChangedMail,
  'password-mail': passwordMail,
  'payout-address-mail': payoutAddressMail,
  payouts,
  'phone-code': phoneCode,
  picture,
  'purge-accounts': purgeAccounts,
  push,
  'abuse-mail': abuseMail,
  'block-mail': blockMail,
  'account-block-mail': accountBlockMail,
  'appeal-mail': appealMail,
  'page-block-mail': pageBlockMail,
  'widget-block-mail': widgetBlockMail,
  'rebuild-days': rebuildDays,
  'referral-mail': referralMail,
  'referral-reward': referralReward,
  'report-mail': reportMail,
  'revoke-grant': revokeGrant,
  'staff-mail': staffMail,
  'staff-passkey-mail': staffPasskeyMail,
  'sweep-uploads': sweep,
  tidy: ({ db }) => deleteExpired(db),
  'tools-mail': toolsMail,
  trending,
  webhooks: async ({ webhooks }) => webhooks.wake(),
  'webhook-clicks': webhookClickJob,
  'webhook-mail': webhookMail,
  'webhook-endings': webhookEndingJob,
  'welcome-links': scheduleNewLinks,
}

/**
 * Functions that report a job as failed to the user waiting for it, after its process ended too
 * often.
 */
const failureReporters: {
  [Name in JobName]?: (deps: Deps, payload: JobPayloads[Name]) => Promise<void>
} = {
  backup: backupGivenUp,
  export: failExport,
  extract: extractFailed,
  'import-links': importFailed,
}

/**
 * Creates the interface to the job queue. Jobs are stored in the database: they survive a restart,
 * and run once across all processes.
 */
export function createJobs(options: {
  address: DbAddress
  sql: Sql
  dedicated: DedicatedConnection
  log: Log
  deps: () => Deps
}): Jobs {
  const giveUp = async ({ name, payload }: DoomedJob) => {
    const report = failureReporters[name as JobName]
    // Each payload was written by `add`, which knows the type for the job.
    await report?.(options.deps(), payload as never)
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
        // Each payload was written by `add`, which knows the type for the job.
        const run = handler as JobHandler<JobName>
        const allDeps = deps()
        const jobDeps = { ...allDeps, mail: mailerForJob(allDeps.mail, job) }
        const signal = abortSignal ?? new AbortController().signal
        return traced(
          () => ({ name, kind: 'job', values: { 'job.name': name, 'job.attempt': job.attempts } }),
          () => run(jobDeps, payload as never, signal),
        )
      },
    ]),
  )
