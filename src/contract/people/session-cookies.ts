import { TOKEN_COOKIE } from '../app-constants.ts'

/**
 * Names of the cookies that a sign-in sets (D-09). The app reads them; the server reads only `jwt`,
 * in requests for pictures.
 */
export const COOKIES = {
  token: TOKEN_COOKIE,
  jwt: 'jwt_token',
  fingerprint: 'fingerprint',
} as const
/** Prefix of cookies with UI settings. Each new sign-in deletes them (D-12). */
export const UI_COOKIE_PREFIX = 'ui_'
/** Prefix of the cookies that hide the invitation of one brand (D-62). */
export const INVITATION_COOKIE_PREFIX = 'invitation_'
export const INVITATION_COOKIE_DAYS = 365
/**
 * Name of the session cookie of a brand at its desk. The session ends after this many days without
 * a visit.
 */
export const DESK_COOKIE = 'desk'
export const DESK_COOKIE_DAYS = 30
/** Name of the session cookie of staff in the console. The session ends after this many hours. */
export const CONSOLE_COOKIE = 'console'
export const CONSOLE_COOKIE_HOURS = 12
