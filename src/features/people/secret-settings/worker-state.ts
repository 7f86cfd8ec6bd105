/** Describes the state of the service worker. */
export async function workerState(): Promise<string> {
  if (!('serviceWorker' in navigator)) return 'Not offered by this browser'
  const registration = await navigator.serviceWorker.getRegistration()
  if (!registration) return 'Not installed'
  const parts = [
    navigator.serviceWorker.controller ? 'Serves this page' : 'Installed, serves the next start',
    registration.waiting && 'an update waits',
    registration.installing && 'an update is being loaded',
  ]
  return parts.filter(Boolean).join(', ')
}
