import { APP_HEADER, APP_IDENTIFIER, VERSION_HEADER, VERSIONS } from '#contract/app-constants.ts'

/** Headers of every call: accepted type, app version and app name (spec, section 6). */
export const APP_HEADERS = {
  Accept: 'application/json',
  [VERSION_HEADER]: import.meta.env.VITE_VERSION ?? VERSIONS.production,
  [APP_HEADER]: APP_IDENTIFIER,
}
