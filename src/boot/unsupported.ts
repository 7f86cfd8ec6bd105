import { APP_NAME } from '#contract/app-constants.ts'
import { continueAnyway } from './browser.ts'

const BROWSERS = [
  ['Chrome', 'https://www.google.com/chrome/'],
  ['Firefox', 'https://www.mozilla.org/firefox/'],
  ['Safari', 'https://www.apple.com/safari/'],
] as const

/**
 * Shows a page for unsupported browsers instead of the app, with elements that any browser can
 * show.
 */
export function showUnsupported(root: HTMLElement, onContinue: () => void) {
  const title = element('h1', `${APP_NAME} does not know this browser`)
  const text = element('p', 'It is made for and tested in these browsers:')
  const list = document.createElement('ul')
  for (const [name, href] of BROWSERS) {
    const link = element('a', name)
    link.href = href
    link.rel = 'noreferrer'
    const item = document.createElement('li')
    item.append(link)
    list.append(item)
  }
  const note = element('p', 'You can go on with this one. Some things may not work.')
  const button = element('button', 'Continue anyway')
  button.type = 'button'
  button.className = 'boot-button'
  button.addEventListener('click', () => {
    continueAnyway()
    root.replaceChildren()
    onContinue()
  })
  const page = document.createElement('main')
  page.className = 'boot-page'
  page.append(title, text, list, note, button)
  root.replaceChildren(page)
}

function element<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, text: string) {
  const node = document.createElement(tag)
  node.textContent = text
  return node
}
