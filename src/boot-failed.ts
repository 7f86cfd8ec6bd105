import { reload, reloadByItself } from '#app/reload.ts'

/**
 * The files of the app did not come: a new release has taken them away since this page was sent, or
 * the connection is gone. One reload brings what there is now; a second one is the person's own.
 */
export function startFailed(root: HTMLElement, error: unknown): void {
  window.addEventListener('online', reload, { once: true })
  if (!navigator.onLine || !reloadByItself()) show(root)
  // Whoever reports errors hears of it all the same.
  throw error
}

function show(root: HTMLElement) {
  const title = document.createElement('h1')
  title.textContent = 'The app could not start'
  const text = document.createElement('p')
  text.textContent = 'A part of it did not come. Check the connection, then reload.'
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
