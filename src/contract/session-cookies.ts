import { TOKEN_COOKIE } from './app-constants.ts'

/** Names of the cookies that a sign-in writes (D-09); the app reads them. The server reads `jwt` alone, of a picture. */
export const COOKIES = {
  token: TOKEN_COOKIE,
  jwt: 'jwt_token',
  fingerprint: 'fingerprint',
} as const
/** Cookies with this prefix hold UI settings and go at every new sign-in (D-12). */
export const UI_COOKIE_PREFIX = 'ui_'
/** One for each brand's invitation that somebody wants to be asked about no more (D-62). */
export const INVITATION_COOKIE_PREFIX = 'invitation_'
export const INVITATION_COOKIE_DAYS = 365
/** A brand is signed in at its desk; without a visit for so many days it is signed out. */
export const DESK_COOKIE = 'desk'
export const DESK_COOKIE_DAYS = 30
