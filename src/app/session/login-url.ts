import { endpointRoot } from '#http/endpoint.ts'
import { LOGIN_PATH } from '#contract/app-constants.ts'
import { paths } from '#paths.ts'
import { readBrandReferral } from './brand-referral.ts'

/** Where nobody comes back to who has just left from there. */
const WAYS_OUT: readonly string[] = [paths.logout, paths.accountDeletion]

/**
 * The login page, which brings people back to where they are (R-052, D-07), but never to sign out. On a
 * device that it does not know it begins with making an account; `notice` is what it says above its form.
 */
export function loginUrl(notice?: 'leaving'): string {
  const back = WAYS_OUT.includes(location.pathname) ? `${location.origin}/` : location.href
  const params = new URLSearchParams({ success: back, first: '1' })
  const referral = readBrandReferral()
  if (referral) params.set('org_ref', referral)
  if (notice) params.set('notice', notice)
  return `${endpointRoot()}${LOGIN_PATH}?${params}`
}
