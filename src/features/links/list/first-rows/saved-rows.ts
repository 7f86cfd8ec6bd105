import { mayUse } from '#live/signed-in.ts'
import type { SavedRows } from '#live/start/read-saved.ts'
import { isWholeList, thisWindow } from './whole-list.ts'
import { clicksText } from '../../clicks-text.ts'
import { groupByDay } from '../day-groups.ts'
import address from '../../short-address.module.css'
import row from '../row/link-row.module.css'
import list from '../links-list.module.css'

type Row = SavedRows['rows'][number]

/**
 * Maximum time in milliseconds until the saved rows are removed, because the app shows something
 * else by then.
 */
const MAX_SHOWN_MS = 4000

/**
 * Draws the saved rows as text where the list will appear, before the app's code runs; on a slow
 * phone that is a second sooner. They cannot be used, disappear when the list is shown, and contain
 * no amounts, which may be outdated. Returns whether rows are drawn.
 */
export async function drawSavedRows(
  root: Element,
  savedRows: SavedRows | null | Promise<SavedRows | null>,
): Promise<boolean> {
  if (!isWholeList()) return false
  const saved = await savedRows
  if (saved?.window !== thisWindow() || !isWholeList() || !isListPending(root)) return false
  // The server's response may come as well, if the browser deleted the database alone.
  if (document.querySelector('[data-saved-row]')) return true
  const box = element('div', 'saved-box')
  box.style.top = `${saved.top}px`
  box.inert = true
  box.setAttribute('aria-hidden', 'true')
  const times = saved.rows.map(({ created_at }) => Date.parse(created_at))
  for (const { label, first, count } of groupByDay(times))
    box.append(heading(label), ...saved.rows.slice(first, first + count).map(rowElement))
  document.body.append(box)
  removeWhenReplaced(root, box)
  return true
}

/** Returns whether the app still shows only its outline or placeholders for the rows. */
function isListPending(root: Element): boolean {
  if (root.querySelector('[data-link-row], dialog')) return false
  return root.querySelector('h1') === null || root.querySelector('[data-awaits-rows]') !== null
}

/** Removes the saved rows in the same frame in which the list, or another screen, appears. */
function removeWhenReplaced(root: Element, box: Element) {
  const end = () => {
    observer.disconnect()
    clearTimeout(timer)
    box.remove()
  }
  const observer = new MutationObserver(() => {
    if (!isListPending(root) || !isWholeList()) end()
  })
  observer.observe(root, { childList: true, subtree: true })
  const timer = setTimeout(end, MAX_SHOWN_MS)
}

function heading(label: string | null): Element {
  const box = element('div', `${list.heading} saved-day`)
  box.append(element('span', undefined, label ?? ''))
  return box
}

/** Builds the elements of a `LinkRow` without its controls. */
function rowElement({ title, host, code, clicks }: Row): Element {
  const box = element('div', row.row)
  const main = element('div', row.main)
  const second = element('div', row.second)
  const short = element('span', address.address)
  short.append(element('span', address.host, host), element('span', address.code, code))
  second.append(short)
  main.append(element('div', `${row.open} trunc`, title), second)
  const numbers = element('div', row.numbers)
  if (mayUse('analytics')) numbers.append(element('div', row.clicks, clicksText(clicks)))
  box.append(element('div', 'saved-thumb'), main, numbers, element('div', 'saved-end'))
  const lineElement = element('div', 'saved-line')
  lineElement.dataset['savedRow'] = ''
  lineElement.append(box)
  return lineElement
}

function element(name: string, className?: string, text = ''): HTMLElement {
  const made = document.createElement(name)
  if (className) made.className = className
  made.textContent = text
  return made
}
