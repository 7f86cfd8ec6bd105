import { eq, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import { APP_NAME, PRODUCT_SLUG } from '#contract/app-constants.ts'
import type { ServerSettings, UserSettings, UserSettingsEdit } from '#contract/people/session.ts'
import { UPLOAD_MAX_BYTES } from '#contract/images/uploads.ts'
import type { Db, DbOrTx } from '../../platform/db/client.ts'
import { users } from '../../platform/db/schema.ts'
import { changeOwner } from '../../platform/db/owner-changes.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Deps } from '../../env.ts'

/** Default notification settings: all are on. */
const DEFAULT_NOTIFICATIONS: UserSettings['notifications'] = {
  push: true,
  commission: true,
  clicks: true,
  special: true,
  chat: true,
  email: true,
}

const columns = {
  isCreator: users.isCreator,
  unmaskingInvitations: users.unmaskingInvitations,
  notifications: users.notifications,
  openInBrowser: users.openInBrowser,
}

export async function userSettings(db: Db, id: string): Promise<UserSettings> {
  const [row] = await db.select(columns).from(users).where(eq(users.id, id))
  return toSettings(row!)
}

/** Changes the given settings and keeps the others, including those inside `notifications`. */
export async function editUserSettings(
  db: Db,
  id: string,
  edit: v.InferOutput<typeof UserSettingsEdit>,
): Promise<UserSettings> {
  const changes = {
    isCreator: edit.is_creator,
    unmaskingInvitations: edit.unmasking_invitations,
    notifications:
      edit.notifications &&
      sql`${users.notifications} || ${JSON.stringify(edit.notifications)}::jsonb`,
    openInBrowser: edit.open_in_browser,
  }
  if (Object.values(changes).every((change) => change === undefined)) return userSettings(db, id)
  const change = async (tx: DbOrTx) => {
    const [row] = await tx.update(users).set(changes).where(eq(users.id, id)).returning(columns)
    return toSettings(row!)
  }
  if (edit.open_in_browser === undefined) return change(db)
  return changeOwner(id, (announce) =>
    db.transaction(async (tx) => {
      await announce(tx)
      return change(tx)
    }),
  )
}

/** Returns the settings of this installation that the app needs. */
export function serverSettings({ config, secrets, mail }: Deps): ServerSettings {
  return {
    login: loginSettings(config),
    push: { server_key: secrets.vapid.publicKey, channel: config.channel },
    short_link_host: config.shortLinkHost,
    app_host: config.appOrigin,
    product: { slug: PRODUCT_SLUG, name: APP_NAME },
    uploads: { max_bytes: UPLOAD_MAX_BYTES },
    features: {
      mail: mail.delivery === 'smtp',
      sms: config.smsUrl !== null,
      paypal: false,
      websearch: false,
    },
    error_reporting: errorReportingSettings(config),
  }
}

/**
 * Returns the settings for connecting accounts. Without an app id, the provider is not available.
 */
function loginSettings({ providers: { instagram, facebook } }: Config): ServerSettings['login'] {
  return {
    ig_app_id: instagram.app?.id ?? null,
    fb_app_id: facebook.app?.id ?? null,
    fb_api_version: facebook.app && facebook.apiVersion,
    ig_authorize_url: instagram.app && `${instagram.authorizeHost}/oauth/authorize`,
    ig_scopes: instagram.app && instagram.scopes,
    fb_authorize_host: facebook.app && facebook.authorizeHost,
  }
}

/**
 * Returns the DSN for error reports. `self` means that this server receives them, at a path that
 * works from any origin of the app.
 */
function errorReportingSettings({
  sentryDsn,
  appOrigin,
}: Config): ServerSettings['error_reporting'] {
  if (!sentryDsn) return null
  if (sentryDsn !== 'self') return { dsn: sentryDsn, tunnel: null }
  const dsn = new URL('/sentry/1', appOrigin)
  dsn.username = 'public'
  return { dsn: dsn.href, tunnel: '/sentry/api/1/envelope/' }
}

export const withDefaults = (chosen: Record<string, boolean>): UserSettings['notifications'] => ({
  ...DEFAULT_NOTIFICATIONS,
  ...chosen,
})

type Row = Pick<typeof users.$inferSelect, keyof typeof columns>

const toSettings = (row: Row): UserSettings => ({
  is_creator: row.isCreator,
  unmasking_invitations: row.unmaskingInvitations,
  notifications: withDefaults(row.notifications),
  open_in_browser: row.openInBrowser,
})
