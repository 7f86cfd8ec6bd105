import { APP_HEADER, APP_IDENTIFIER, VERSION_HEADER, VERSIONS } from '#contract/app-constants.ts'

/** What every call says of the app (spec section 6, D-10). */
export const APP_HEADERS = {
  Accept: 'application/json',
  [VERSION_HEADER]: import.meta.env.VITE_VERSION ?? VERSIONS.production,
  [APP_HEADER]: APP_IDENTIFIER,
}
