import { paths } from '#paths.ts'
import { loginUrl } from './login-url.ts'

/**
 * Only the server has the login page. A page that came from the server a moment ago can reach it; one
 * that the worker kept asks first, because the browser's own error page knows no way back.
 */
export async function isCutOff(): Promise<boolean> {
  if (!navigator.serviceWorker?.controller) return false
  if (!navigator.onLine) return true
  const { probe } = await import('#http/probe.ts')
  return !(await probe())
}

/** To the login page; without a connection to our own page, which says that it needs one. */
export async function goToLogin(notice?: 'leaving'): Promise<void> {
  location.replace((await isCutOff()) ? paths.home : loginUrl(notice))
}
