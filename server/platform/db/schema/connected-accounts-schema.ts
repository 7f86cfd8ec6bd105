import { boolean, pgTable, serial, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { ConnectedType } from '#contract/connected-accounts.ts'
import { moment, now } from '../columns.ts'
import { userColumn } from './accounts-schema.ts'
import { uploadColumn } from './uploads-schema.ts'

/** Accounts at other services that a user has connected. */
export const connectedAccounts = pgTable(
  'connected_accounts',
  {
    id: serial('id').primaryKey(),
    userId: userColumn(),
    accountType: smallint('account_type').$type<ConnectedType>().notNull(),
    /** Account id at the provider. */
    providerId: text('provider_id').notNull(),
    accountName: text('account_name').notNull(),
    accountUrl: text('account_url'),
    avatarUploadId: uploadColumn('avatar_upload_id'),
    /** Encrypted access token; null if it is not needed later. */
    token: text('token'),
    tokenExpiresAt: moment('token_expires_at'),
    /**
     * SHA-256 of the authorization code. A request repeated after a lost response is recognized by
     * it.
     */
    codeHash: text('code_hash').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    connectedAt: now('connected_at'),
  },
  (t) => [uniqueIndex('connected_accounts_same').on(t.userId, t.accountType, t.providerId)],
)
