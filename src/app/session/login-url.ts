import { endpointRoot } from '#http/endpoint.ts'
import { LOGIN_PATH } from '#contract/app-constants.ts'
import { paths } from '#paths.ts'
import { readBrandReferral } from './brand-referral.ts'

/** Paths to which the login page does not lead back. */
const EXIT_PATHS: readonly string[] = [paths.logout, paths.accountDeletion]

/**
 * Returns the address of the login page, which leads back to the current page, except to sign-out
 * pages. On an unknown device it starts with creating an account. `notice` is shown above its form.
 */
export function loginUrl(notice?: 'leaving'): string {
  const returnUrl = EXIT_PATHS.includes(location.pathname) ? `${location.origin}/` : location.href
  const params = new URLSearchParams({ success: returnUrl, first: '1' })
  const referral = readBrandReferral()
  if (referral) params.set('org_ref', referral)
  if (notice) params.set('notice', notice)
  return `${endpointRoot()}${LOGIN_PATH}?${params}`
}
