import { paths } from '#paths.ts'
import { loginUrl } from './login-url.ts'

/**
 * Returns whether the server's login page cannot be reached. A page that just came from the server
 * can reach it. A page from the worker's cache checks first, because the browser's own error page
 * has no way back.
 */
export async function isCutOff(): Promise<boolean> {
  if (!navigator.serviceWorker?.controller) return false
  if (!navigator.onLine) return true
  const { probe } = await import('#http/probe.ts')
  return !(await probe())
}

/** Opens the login page, or without a connection the app's page that says so. */
export async function goToLogin(notice?: 'leaving'): Promise<void> {
  location.replace((await isCutOff()) ? paths.home : loginUrl(notice))
}
