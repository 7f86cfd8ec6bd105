import { queryAllByLabelText, queryAllByRole, queryAllByText } from '@testing-library/dom'
import type { Point } from './engine.ts'

/** What a person looks for: by its role and name, by its label, or by the text that is read. */
export type Target = (
  | { role: string; name?: string | RegExp }
  | { label: string }
  | { text: string | RegExp }
) & { inside?: Target }

/** Where to touch it, or what stands in the way. */
export type Place = Point | { why: string }

const SETTLED_MS = 60

/** Every one of them that is on the screen; what a closed dialog or tab holds is not. */
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

/** What goes away by itself may come and go between two looks. */
new MutationObserver(() => {
  for (const { textContent } of document.querySelectorAll('[role=status]')) said.add(textContent)
}).observe(document, { childList: true, characterData: true, subtree: true })

/** Whether the page has said so since it was first looked at. */
export const hasSaid = (text: string) => [...said].some((one) => one.includes(text))

/** The middle of the first one that a finger would hit, once it has come to rest. */
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
  if (x !== before.x || y !== before.y) return { why: 'it moves' }
  const hit = document.elementFromPoint(x, y)
  const isHit = element.contains(hit) || hit?.closest('label')?.control === element
  return isHit ? { x, y } : { why: `it is covered by ${hit?.outerHTML.slice(0, 200)}` }
}

function middle(element: HTMLElement): Point {
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x: x + width / 2, y: y + height / 2 }
}

/** Says what the keyboard would speak to. */
export function focused(): string {
  const element = document.activeElement
  return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? ''
}

/** Gives a file field a picture, as its own dialog would: no page and no protocol reaches that. */
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

/** Picks an option: the list that a browser opens lies outside the page, too. */
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

/** Everything that a page can find of what was kept on this device: where, and what, as texts. */
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
