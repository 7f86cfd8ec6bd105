import { INVITATION_COOKIE_DAYS, INVITATION_COOKIE_PREFIX } from '#contract/session-cookies.ts'

const MAX_AGE_SECONDS = INVITATION_COOKIE_DAYS * 24 * 60 * 60

const nameOf = (id: number) => `${INVITATION_COOKIE_PREFIX}${id}`

/** Whether somebody wants to be asked about it no more on this device (R-556, D-62). */
export const isDismissed = (id: number): boolean =>
  document.cookie.split('; ').includes(`${nameOf(id)}=dismissed`)

export function dismiss(id: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${nameOf(id)}=dismissed; Path=/; Max-Age=${MAX_AGE_SECONDS}; SameSite=Lax${secure}`
}
