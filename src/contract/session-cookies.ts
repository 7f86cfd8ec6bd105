import { TOKEN_COOKIE } from './app-constants.ts'

/** Names of the cookies that a sign-in writes (D-09); the app reads them. The server reads `jwt` alone, of a picture. */
export const COOKIES = {
  token: TOKEN_COOKIE,
  jwt: 'jwt_token',
  fingerprint: 'fingerprint',
} as const
/** Cookies with this prefix hold UI settings and go at every new sign-in (D-12). */
export const UI_COOKIE_PREFIX = 'ui_'
