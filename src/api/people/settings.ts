import type { Options } from 'ky'
import * as v from 'valibot'
import { APP_NAME, PRODUCT_SLUG, V1, V2 } from '#contract/app-constants.ts'
import { ServerSettings, UserSettings, type UserSettingsEdit } from '#contract/people/session.ts'
import { parseAnswer, http } from '#http/client.ts'

const { login, push, uploads, features, product, error_reporting } = ServerSettings.entries

const NO_LOGIN: ServerSettings['login'] = {
  ig_app_id: null,
  fb_app_id: null,
  fb_api_version: null,
  ig_authorize_url: null,
  ig_scopes: null,
  fb_authorize_host: null,
}

/**
 * Settings with defaults for fields that a server of another version leaves out: unknown features
 * are off.
 */
const ServerSettingsAnswer = v.object({
  login: v.fallback(login, NO_LOGIN),
  push: v.fallback(push, { server_key: '', channel: '' }),
  short_link_host: v.fallback(v.string(), ''),
  app_host: v.fallback(v.string(), ''),
  product: v.fallback(product, { slug: PRODUCT_SLUG, name: APP_NAME }),
  uploads: v.fallback(uploads, { max_bytes: 0 }),
  features: v.fallback(features, { mail: false, sms: false, paypal: false, websearch: false }),
  error_reporting: v.fallback(error_reporting, null),
})

export const serverSettings = (options: Options = {}): Promise<ServerSettings> =>
  parseAnswer(http.get(`${V1}/settings`, options), ServerSettingsAnswer, options)

const allOn = { push: true, commission: true, clicks: true, special: true, chat: true, email: true }

const UserSettingsAnswer = v.object({
  is_creator: v.fallback(UserSettings.entries.is_creator, null),
  unmasking_invitations: v.fallback(UserSettings.entries.unmasking_invitations, false),
  notifications: v.fallback(UserSettings.entries.notifications, allOn),
  open_in_browser: v.fallback(UserSettings.entries.open_in_browser, false),
})

export const userSettings = (options: Options = {}): Promise<UserSettings> =>
  parseAnswer(http.get(`${V1}/users/me/settings`, options), UserSettingsAnswer, options)

/** Sets whether the user is a creator or a shopper. */
export const saveMode = (is_creator: boolean, options: Options = {}): Promise<UserSettings> =>
  parseAnswer(
    http.patch(`${V2}/settings/`, { json: { is_creator }, ...options }),
    UserSettingsAnswer,
    options,
  )

export const saveUserSettings = (
  json: v.InferInput<typeof UserSettingsEdit>,
  options: Options = {},
): Promise<UserSettings> =>
  parseAnswer(
    http.post(`${V1}/users/me/settings`, { json, ...options }),
    UserSettingsAnswer,
    options,
  )
