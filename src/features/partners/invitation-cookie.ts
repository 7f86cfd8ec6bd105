import {
  INVITATION_COOKIE_DAYS,
  INVITATION_COOKIE_PREFIX,
} from '#contract/people/session-cookies.ts'

const MAX_AGE_SECONDS = INVITATION_COOKIE_DAYS * 24 * 60 * 60

const nameOf = (id: number) => `${INVITATION_COOKIE_PREFIX}${id}`

/** Returns whether the user chose "Don’t ask again" for this invitation in this browser. */
export const isDismissed = (id: number): boolean =>
  document.cookie.split('; ').includes(`${nameOf(id)}=dismissed`)

export function dismiss(id: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${nameOf(id)}=dismissed; Path=/; Max-Age=${MAX_AGE_SECONDS}; SameSite=Lax${secure}`
}
