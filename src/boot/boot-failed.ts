/**
 * The files of the app did not come: a new release has taken them away since this page was sent, or
 * the connection is gone. One reload brings what there is now; a second one is the person's own. Needs
 * no other file of ours: those are what is missing.
 */
export function startFailed(root: HTMLElement, error: unknown): void {
  window.addEventListener('online', reload, { once: true })
  if (navigator.onLine && !wasReloaded()) reload()
  else show(root)
  // Whoever reports errors hears of it all the same.
  throw error
}

const reload = () => window.location.reload()

function wasReloaded(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  // What cannot be told is not tried: it might never end.
  return visit?.type === 'reload' || visit === undefined
}

function show(root: HTMLElement) {
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
