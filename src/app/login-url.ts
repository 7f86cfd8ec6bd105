import { endpointRoot } from '#api/endpoint.ts'
import { LOGIN_PATH } from '#contract/product.ts'
import { readBrandReferral } from './brand-referral.ts'

/** The login page, which brings people back to where they are (R-052, D-07), but never to sign out. */
export function loginUrl(): string {
  const back = location.pathname === '/logout' ? `${location.origin}/` : location.href
  const params = new URLSearchParams({ success: back })
  const referral = readBrandReferral()
  if (referral) params.set('org_ref', referral)
  return `${endpointRoot()}${LOGIN_PATH}?${params}`
}
