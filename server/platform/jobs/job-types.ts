import type { CronItem } from 'graphile-worker'
import type { ConnectedType } from '#contract/connected-accounts.ts'
import type { DateOrder } from '#contract/imports.ts'
import type { DbOrTx } from '../db/client.ts'

/** One message: an item for a device. Small and by id, as long as it waits. */
export type Delivery = { itemId: number; deviceId: number }

/** One message of the chat, for a device. */
export type ChatDelivery = { messageId: string; deviceId: number }

/** What each job is told. Small and by id: the handler reads the rest when it runs. */
export type JobPayloads = {
  'activity-mail': { userId: string }
  backup: Record<string, never>
  'backup-mail': Record<string, never>
  'brand-links': { brandId: string; hosts: string[]; isChanged: boolean }
  'brand-rates': Record<string, never>
  'chat-push': ChatDelivery[]
  /** Without a brand: for every brand that the address is known of. */
  'desk-mail': { email: string; brandId?: string }
  'disk-space': Record<string, never>
  'domain-checks': Record<string, never>
  'drop-clicks': Record<string, never>
  'email-mail': { id: string; about: 'confirm' | 'announce' }
  'email-moved-mail': { userId: string; to: string }
  export: { exportId: string }
  extract: { linkId: string }
  'later-money-mail': { userId: string; cents: number }
  'leaving-mail': { userId: string }
  'link-health': Record<string, never>
  'import-links': { importId: string; dateOrder?: DateOrder | undefined }
  money: Record<string, never>
  'money-upkeep': Record<string, never>
  milestones: { reached: [linkId: string, clicks: number][] }
  'password-changed-mail': { userId: string }
  'password-mail': { email: string }
  /** A letter each, so that one which fails repeats no other. */
  'payout-address-mail': { userId: string; about: 'confirm' | 'changed' | 'changed-payee' }
  'phone-code': { userId: string; codeId: string }
  picture: { linkId: string }
  'purge-accounts': Record<string, never>
  push: Delivery[]
  'abuse-mail': { reportId: number }
  'block-mail': { linkId: string }
  'page-block-mail': { pageId: number }
  'widget-block-mail': { widgetId: number }
  /** With a time zone: from then on days are those of that. */
  'rebuild-days': { userId: string; timeZone?: string }
  'report-mail': { reportId: number; about: 'receipt' | 'decision' }
  'referral-mail': { userId: string; email: string; message: string }
  'referral-reward': { conversionId: number }
  'revoke-grant': { accountType: ConnectedType; providerId: string }
  'sweep-uploads': Record<string, never>
  tidy: Record<string, never>
  'tools-mail': { userId: string }
  trending: Record<string, never>
  'welcome-links': Record<string, never>
}
export type JobName = keyof JobPayloads

export type JobOptions = {
  key?: string
  runAt?: Date
  maxAttempts?: number
  /** Jobs of one queue are done one after the other. */
  queue?: string
  /** Those with a lower number are done first; 0 unless said. */
  priority?: number
}

export type NewJob = {
  [Name in JobName]: { name: Name; payload: JobPayloads[Name]; options: JobOptions }
}[JobName]

export type Jobs = {
  /** Joins the caller's transaction: no commit, no job. A job with the same key is replaced. */
  add<Name extends JobName>(
    db: DbOrTx,
    name: Name,
    payload: JobPayloads[Name],
    options?: JobOptions,
  ): Promise<void>
  /** Many at once, by one question to the database. */
  addAll(db: DbOrTx, jobs: NewJob[]): Promise<void>
  /** With what is to be done by time, if anything is. */
  start(calendar?: readonly (CronItem & { task: JobName })[]): Promise<void>
  /** Takes no new job, gives running ones a moment to end, and hands back those that do not. */
  stop(): Promise<void>
}
