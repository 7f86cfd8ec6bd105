/**
 * Handles app files that could not be loaded, because a new release has replaced them or the
 * connection is lost. Reloads once automatically; later reloads are up to the user. Imports no
 * other file, because those may be missing.
 */
export function handleStartFailure(root: HTMLElement, error: unknown): void {
  window.addEventListener('online', reload, { once: true })
  if (navigator.onLine && !wasReloaded()) reload()
  else showFailure(root)
  // Thrown again for error reporting.
  throw error
}

const reload = () => window.location.reload()

function wasReloaded(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  // If the browser does not tell, do not reload: it might never end.
  return navigation?.type === 'reload' || navigation === undefined
}

function showFailure(root: HTMLElement) {
  const title = document.createElement('h1')
  title.textContent = 'The app could not start'
  const text = document.createElement('p')
  text.textContent = 'Part of it did not load. Check the connection, then reload.'
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'boot-button'
  button.textContent = 'Reload'
  button.addEventListener('click', reload)
  const page = document.createElement('main')
  page.className = 'boot-page'
  page.append(title, text, button)
  root.replaceChildren(page)
}
