const YEAR_SECONDS = 365 * 24 * 60 * 60

const nameOf = (id: number) => `invitation_${id}`

/** Whether somebody wants to be asked about it no more on this device (R-556, D-62). */
export const isDismissed = (id: number): boolean =>
  document.cookie.split('; ').includes(`${nameOf(id)}=dismissed`)

export function dismiss(id: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${nameOf(id)}=dismissed; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`
}
