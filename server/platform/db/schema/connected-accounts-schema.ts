import * as pg from 'drizzle-orm/pg-core'
import type { ConnectedType } from '#contract/people/connected-accounts.ts'
import { moment, now, serialKey, text } from '../columns.ts'
import { userColumn } from './accounts-schema.ts'
import { uploadColumn } from './uploads-schema.ts'

/** Accounts at other services that a user has connected. */
export const connectedAccounts = pg.pgTable(
  'connected_accounts',
  {
    id: serialKey(),
    userId: userColumn(),
    accountType: pg.smallint('account_type').$type<ConnectedType>().notNull(),
    /** Account id at the provider. */
    providerId: text('provider_id'),
    accountName: text('account_name'),
    accountUrl: pg.text('account_url'),
    avatarUploadId: uploadColumn('avatar_upload_id'),
    /** Encrypted access token; null if it is not needed later. */
    token: pg.text('token'),
    tokenExpiresAt: moment('token_expires_at'),
    /**
     * SHA-256 of the authorization code. A request repeated after a lost response is recognized by
     * it.
     */
    codeHash: text('code_hash'),
    isActive: pg.boolean('is_active').notNull().default(true),
    connectedAt: now('connected_at'),
  },
  (t) => [pg.uniqueIndex('connected_accounts_same').on(t.userId, t.accountType, t.providerId)],
)
