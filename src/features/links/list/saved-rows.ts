import type { SavedRows } from '#live/start/read-saved.ts'
import { isWholeList, thisWindow } from './whole-list.ts'
import { clicksText } from '../clicks-text.ts'
import { groupByDay } from './day-groups.ts'
import address from '../short-address.module.css'
import row from './link-row.module.css'
import list from './links-list.module.css'

type Row = SavedRows['rows'][number]

/** What cannot be drawn by then is said by something else. */
const LONGEST_MS = 4000

/**
 * The rows of this device as text, where the list will draw them, before the app's own code has run:
 * on a slow phone that is a second sooner. They are for reading alone, for as long as the list itself
 * is on its way, and show no money: what a copy says of it is never current.
 * Answers whether there are any.
 */
export async function drawSavedRows(
  root: Element,
  given: SavedRows | null | Promise<SavedRows | null>,
): Promise<boolean> {
  if (!isWholeList()) return false
  const saved = await given
  if (saved?.window !== thisWindow() || !isWholeList() || !isAwaited(root)) return false
  // A browser may have dropped the database alone: the answer of the server comes as well.
  if (document.querySelector('[data-saved-row]')) return true
  const box = element('div', 'saved-box')
  box.style.top = `${saved.top}px`
  box.inert = true
  box.setAttribute('aria-hidden', 'true')
  const times = saved.rows.map(({ created_at }) => Date.parse(created_at))
  for (const { label, first, count } of groupByDay(times))
    box.append(heading(label), ...saved.rows.slice(first, first + count).map(line))
  document.body.append(box)
  removeInTime(root, box)
  return true
}

/** Nothing stands there yet but the outline, and later what stands in for the rows. */
function isAwaited(root: Element): boolean {
  if (root.querySelector('[data-link-row], dialog')) return false
  return root.querySelector('h1') === null || root.querySelector('[data-awaits-rows]') !== null
}

/** In the very frame that shows the list, or something else in its place. */
function removeInTime(root: Element, box: Element) {
  const end = () => {
    observer.disconnect()
    clearTimeout(timer)
    box.remove()
  }
  const observer = new MutationObserver(() => {
    if (!isAwaited(root) || !isWholeList()) end()
  })
  observer.observe(root, { childList: true, subtree: true })
  const timer = setTimeout(end, LONGEST_MS)
}

function heading(label: string | null): Element {
  const box = element('div', `${list.heading} saved-day`)
  box.append(element('span', undefined, label ?? ''))
  return box
}

/** The boxes of a `LinkRow`, with nothing to press. */
function line({ title, host, code, clicks }: Row): Element {
  const box = element('div', row.row)
  const main = element('div', row.main)
  const second = element('div', row.second)
  const short = element('span', address.address)
  short.append(element('span', address.host, host), element('span', address.code, code))
  second.append(short)
  main.append(element('div', `${row.open} trunc`, title), second)
  const numbers = element('div', row.numbers)
  numbers.append(element('div', row.clicks, clicksText(clicks)))
  box.append(element('div', 'saved-thumb'), main, numbers, element('div', 'saved-end'))
  const whole = element('div', 'saved-line')
  whole.dataset['savedRow'] = ''
  whole.append(box)
  return whole
}

function element(name: string, className?: string, text = ''): HTMLElement {
  const made = document.createElement(name)
  if (className) made.className = className
  made.textContent = text
  return made
}
