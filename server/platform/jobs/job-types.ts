import type { CronItem } from 'graphile-worker'
import type { ConnectedType } from '#contract/people/connected-accounts.ts'
import type { DateOrder } from '#contract/imports.ts'
import type { DbOrTx } from '../db/client.ts'
import type { Actor } from '../http/actor.ts'

/** Push message: an activity item for a device. Contains ids only. */
export type Delivery = { itemId: number; deviceId: number }

/** Push message: a chat message for a device. */
export type ChatDelivery = { messageId: string; deviceId: number }

/** Payload of each job. Contains ids; the handler reads the rest when it runs. */
export type JobPayloads = {
  'activity-mail': { userId: string }
  backup: Record<string, never>
  'backup-mail': Record<string, never>
  'brand-links': { brandId: string; hosts: string[]; isChanged: boolean }
  'brand-rates': Record<string, never>
  'chat-push': ChatDelivery[]
  'close-clicks': Record<string, never>
  'application-mail': { applicationId: number; about: 'confirm' | 'decision' }
  /** Without `brandId`, the email is for every brand that has this address. */
  'desk-mail': { email: string; brandId?: string }
  'desk-factor-mail':
    | { personId: string; about: 'on' | 'off' | 'codes' }
    | { personId: string; about: 'reset'; why: string }
  'desk-passkey-mail': { personId: string; name: string; about: 'added' | 'removed' | 'copied' }
  'desk-invitation-mail': { personId: string }
  'disk-space': Record<string, never>
  'domain-checks': Record<string, never>
  'drop-clicks': Record<string, never>
  'email-mail': { id: string; about: 'confirm' | 'announce' }
  'member-mail':
    | { about: 'invited'; invitationId: string }
    | { about: 'joined' | 'declined' | 'left'; userId: string; email: string }
  'email-moved-mail': { userId: string; to: string }
  export: { exportId: string }
  'factor-recoveries': Record<string, never>
  'identity-mail': { id: string; email: string }
  'recovery-mail': { id: string; about: 'started' | 'over' }
  'factor-mail':
    | { userId: string; about: 'on' | 'off' | 'codes' | 'recovered' }
    | { userId: string; about: 'passkey-added' | 'passkey-removed' | 'copied'; name: string }
    | { userId: string; about: 'identity-added' | 'identity-removed'; name: string }
    | { userId: string; about: 'reset'; why: string }
  extract: { linkId: string }
  'later-money-mail': { userId: string; cents: number }
  'leaked-key-mail': { keyId: string }
  'leaving-mail': { userId: string }
  'link-health': Record<string, never>
  'in-app-results': Record<string, never>
  'import-links': {
    importId: string
    dateOrder?: DateOrder | undefined
    codeDomainId?: number | undefined
    /** Person who imports; missing in jobs of an older server. */
    by?: Actor
  }
  money: Record<string, never>
  'money-upkeep': Record<string, never>
  milestones: { reached: [linkId: string, clicks: number][] }
  'password-changed-mail': { userId: string }
  'password-mail': { email: string }
  /** One job per email, so that a failed one does not send the others again. */
  'payout-address-mail': { userId: string; about: 'confirm' | 'changed' | 'changed-payee' }
  payouts: Record<string, never>
  'phone-code': { userId: string; codeId: string }
  picture: { linkId: string }
  'purge-accounts': Record<string, never>
  push: Delivery[]
  'abuse-mail': { reportId: number }
  'block-mail': { linkId: string }
  'appeal-mail': { appealId: number }
  'account-block-mail': { userId: string }
  'page-block-mail': { pageId: number }
  'widget-block-mail': { widgetId: number }
  /** A time zone changes the user's days to that zone. */
  'rebuild-days': { userId: string; timeZone?: string }
  'report-mail': { reportId: number; about: 'receipt' | 'decision' }
  'referral-mail': { userId: string; email: string; message: string }
  'referral-reward': { conversionId: number }
  'revoke-grant': { accountType: ConnectedType; providerId: string }
  'staff-mail': { staffId: string }
  'staff-passkey-mail': { staffId: string; name: string; about: 'added' | 'removed' | 'copied' }
  'sweep-uploads': Record<string, never>
  tidy: Record<string, never>
  'tools-mail': { userId: string }
  trending: Record<string, never>
  webhooks: Record<string, never>
  'webhook-clicks': Record<string, never>
  'webhook-mail': { webhookId: number; email: string }
  'webhook-endings': Record<string, never>
  'welcome-links': Record<string, never>
}
export type JobName = keyof JobPayloads

export type JobOptions = {
  key?: string
  runAt?: Date
  maxAttempts?: number
  /** Jobs of one queue run one after the other. */
  queue?: string
  /** Priority; lower numbers run first. Default 0. */
  priority?: number
}

export type NewJob = {
  [Name in JobName]: { name: Name; payload: JobPayloads[Name]; options: JobOptions }
}[JobName]

export type Jobs = {
  /**
   * Adds a job in the caller's transaction, so that a rollback removes it. Replaces a job with the
   * same key.
   */
  add<Name extends JobName>(
    db: DbOrTx,
    name: Name,
    payload: JobPayloads[Name],
    options?: JobOptions,
  ): Promise<void>
  /** Adds many jobs with one statement. */
  addAll(db: DbOrTx, jobs: NewJob[]): Promise<void>
  /** Starts the workers, and the schedule if one is given. */
  start(calendar?: readonly (CronItem & { task: JobName })[]): Promise<void>
  /**
   * Stops taking jobs, waits a moment for running ones, and returns unfinished ones to the queue.
   */
  stop(): Promise<void>
}
