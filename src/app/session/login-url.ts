import { endpointRoot } from '#http/endpoint.ts'
import { LOGIN_PATH } from '#contract/app-constants.ts'
import { paths } from '#paths.ts'
import { readBrandReferral } from './brand-referral.ts'

/** The login page, which brings people back to where they are (R-052, D-07), but never to sign out. */
export function loginUrl(): string {
  const back = location.pathname === paths.logout ? `${location.origin}/` : location.href
  const params = new URLSearchParams({ success: back })
  const referral = readBrandReferral()
  if (referral) params.set('org_ref', referral)
  return `${endpointRoot()}${LOGIN_PATH}?${params}`
}
