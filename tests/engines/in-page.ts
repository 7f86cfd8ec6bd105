import { queryAllByLabelText, queryAllByRole, queryAllByText } from '@testing-library/dom'
import type { Point } from './engine.ts'

/** Element to look for: by role and name, by label, or by its text. */
export type Target = (
  | { role: string; name?: string | RegExp }
  | { label: string }
  | { text: string | RegExp }
) & { inside?: Target }

/** Point to tap, or the reason why the element cannot be tapped. */
export type Place = Point | { why: string }

const SETTLED_MS = 60

/** Returns all visible elements that match. Elements in closed dialogs or tabs are not visible. */
export function find(target: Target, root: HTMLElement = document.body): HTMLElement[] {
  const within = target.inside ? find(target.inside) : [root]
  return within.flatMap((one) => findIn(one, target)).filter(isShown)
}

function findIn(root: HTMLElement, target: Target): HTMLElement[] {
  if ('label' in target) return queryAllByLabelText(root, target.label)
  if ('text' in target) return queryAllByText(root, target.text)
  return queryAllByRole(root, target.role, target.name === undefined ? {} : { name: target.name })
}

const isShown = (element: HTMLElement) => element.getClientRects().length > 0

const said = new Set<string>()

/** Record each status message, because it may disappear before a test looks for it. */
new MutationObserver(() => {
  for (const { textContent } of document.querySelectorAll('[role=status]')) said.add(textContent)
}).observe(document, { childList: true, characterData: true, subtree: true })

/** Returns true if the page has shown this status message since this script was added. */
export const hasSaid = (text: string) => [...said].some((one) => one.includes(text))

/**
 * Returns the center of the first matching element that can be tapped, after it has stopped moving.
 */
export async function place(target: Target): Promise<Place> {
  const found = find(target)
  const reasons: string[] = []
  for (const element of found) {
    const place = await placeOf(element)
    if ('x' in place) return place
    reasons.push(place.why)
  }
  return { why: reasons[0] ?? 'it is not there' }
}

async function placeOf(element: HTMLElement): Promise<Place> {
  if (element.matches(':disabled')) return { why: 'it is disabled' }
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const before = middle(element)
  await new Promise((resolve) => setTimeout(resolve, SETTLED_MS))
  const { x, y } = middle(element)
  if (x !== before.x || y !== before.y || isAnimated(element)) return { why: 'it moves' }
  const hit = document.elementFromPoint(x, y)
  const isHit = element.contains(hit) || hit?.closest('label')?.control === element
  return isHit ? { x, y } : { why: `it is covered by ${hit?.outerHTML.slice(0, 200)}` }
}

/**
 * Returns whether an animation of the element or of what contains it will end. On a busy machine two
 * frames may be further apart than the two measurements.
 */
const isAnimated = (element: HTMLElement) =>
  document.getAnimations().some(({ effect, playState }) => {
    const target = effect instanceof KeyframeEffect ? effect.target : null
    const isEndless = effect?.getComputedTiming().iterations === Infinity
    return playState === 'running' && !isEndless && target?.contains(element) === true
  })

function middle(element: HTMLElement): Point {
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x: x + width / 2, y: y + height / 2 }
}

/** Returns the label or text of the focused element. */
export function focused(): string {
  const element = document.activeElement
  return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? ''
}

/**
 * Sets the file of a file field. Neither a page nor a protocol can use the browser's file dialog.
 */
export function giveFile(
  target: Target,
  file: { name: string; mimeType: string; content: string },
) {
  const [input] = findIn(document.body, target)
  if (!(input instanceof HTMLInputElement)) return false
  const bytes = Uint8Array.from(atob(file.content), (sign) => sign.codePointAt(0) ?? 0)
  const files = new DataTransfer()
  files.items.add(new File([bytes], file.name, { type: file.mimeType }))
  input.files = files.files
  return changed(input)
}

/** Selects an option. The browser's list of options is outside the page. */
export function pick(target: Target, option: string) {
  const [select] = find(target)
  if (!(select instanceof HTMLSelectElement)) return false
  select.value = option
  return changed(select)
}

function changed(field: HTMLElement): true {
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
  return true
}

/** Returns all data that a page can read from this device's storage, with its place. */
export async function kept(): Promise<[place: string, text: string][]> {
  const all: [string, string][] = [
    ['localStorage', JSON.stringify(localStorage)],
    ['sessionStorage', JSON.stringify(sessionStorage)],
    ['cookie', document.cookie],
    ['history', location.href + JSON.stringify(history.state)],
  ]
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const text = await (await cache.match(request))?.text()
      all.push([`cache ${name}`, request.url + text])
    }
  }
  for (const { name = '' } of await indexedDB.databases())
    for (const rows of await tablesOf(name)) all.push([`database ${name}`, JSON.stringify(rows)])
  return all
}

async function tablesOf(name: string): Promise<unknown[]> {
  const db = await answered(indexedDB.open(name))
  const tables = [...db.objectStoreNames].map((table) =>
    answered(db.transaction(table).objectStore(table).getAll()),
  )
  const rows = await Promise.all(tables)
  db.close()
  return [name, ...rows]
}

const answered = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('refused')))
  })
