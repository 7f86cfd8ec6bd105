import { plainText, withoutEntities } from '../extraction/text.ts'

/** Link or heading in the data of a page. */
export type DataItem =
  | { kind: 'link'; href: string; title: string; picture: string | undefined; network: string }
  | { kind: 'heading'; text: string }
export type DataList = { name: string; items: DataItem[]; hidden: number }

type Node = Record<string, unknown>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Names of keys in lower case without separators, the most specific first. */
const URL_KEYS =
  'linkurl targeturl destinationurl externalurl destination href url link uri target to value'.split(
    ' ',
  )
const TITLE_KEYS =
  'title linktitle label heading displaytext buttontext name text caption cta'.split(' ')
const PICTURE_KEYS =
  'thumbnailurl thumbnail imageurl image img pictureurl picture coverurl cover photo iconurl icon src'.split(
    ' ',
  )
const NETWORK_KEYS = 'network platform provider service socialtype type icon slug id'.split(' ')
/** Keys of the objects inside a link that hold its values. */
const INNER_KEYS = new Set(
  'data content attributes props properties fields overrides settings options details meta link target button config node'.split(
    ' ',
  ),
)
const HIDDEN = /^(?:hidden|ishidden|archived|isarchived|deleted|disabled|draft|isdraft)$/
const SHOWN =
  /^(?:active|isactive|enabled|isenabled|visible|isvisible|published|ispublished|show|shown)$/
const HEADING_TYPE = /head|title|section|group|divider|separator|text/i
const ORDER_KEYS = ['position', 'order', 'sortorder', 'index', 'rank', 'sort']

const MAX_NODES = 200_000
const MAX_DEPTH = 60

/** Returns the lists of links in JSON values, in the order of the data. */
export function linksInData(values: unknown[]): DataList[] {
  const lists: DataList[] = []
  const budget = { nodes: MAX_NODES }
  for (const value of values) findLists(value, 'root', { lists, budget, depth: 0 })
  return lists
}

type Search = { lists: DataList[]; budget: { nodes: number }; depth: number }

function findLists(value: unknown, name: string, search: Search): void {
  search.budget.nodes -= 1
  if (search.budget.nodes < 0 || search.depth > MAX_DEPTH) return
  const elements = elementsOf(value)
  const list = elements && readList(elements, name, search)
  if (list && list.items.some(({ kind }) => kind === 'link')) {
    search.lists.push(list)
    return
  }
  const children = Array.isArray(value)
    ? value.map((one): [string, unknown] => [name, one])
    : isNode(value)
      ? Object.entries(value)
      : []
  for (const [key, child] of children) {
    if (typeof child === 'object' && child !== null)
      findLists(child, key, { ...search, depth: search.depth + 1 })
  }
}

/** Returns the elements of a list, or of an object whose keys are the ids of similar objects. */
function elementsOf(value: unknown): Node[] | undefined {
  if (Array.isArray(value)) return value.filter(isNode)
  if (!isNode(value)) return undefined
  const values = Object.values(value)
  const keys = Object.keys(value)
  const isById = keys.length > 1 && keys.every((key) => /\d|^[a-z]+_[a-z0-9]+$/i.test(key))
  return isById && values.every(isNode) ? values : undefined
}

function readList(elements: Node[], name: string, search: Search): DataList {
  const list: DataList = { name, items: [], hidden: 0 }
  for (const element of inOrder(elements)) readElement(element, list, search)
  return list
}

function readElement(element: Node, list: DataList, search: Search): void {
  search.budget.nodes -= 1
  if (search.budget.nodes < 0 || search.depth > MAX_DEPTH) return
  const values = scalars(element)
  const href = find(values, URL_KEYS, isAddress)
  const title = titleOf(values)
  const inner = innerLists(element, search)
  if (isHidden(element)) {
    if (href !== undefined) list.hidden += 1
    return
  }
  if (inner.length > 0) {
    if (title !== '') list.items.push({ kind: 'heading', text: title })
    list.items.push(...inner.flatMap(({ items }) => items))
    list.hidden += inner.reduce((sum, { hidden }) => sum + hidden, 0)
  } else if (href !== undefined) {
    const picture = find(values, PICTURE_KEYS, isPicture)
    const network = NETWORK_KEYS.map((key) => values[0]?.get(key) ?? '').join('\n')
    list.items.push({ kind: 'link', href, title, picture, network })
  } else if (title !== '' && HEADING_TYPE.test(find(values, ['type', 'kind'], Boolean) ?? '')) {
    list.items.push({ kind: 'heading', text: title })
  }
}

/** Returns the lists of links inside an element: it is a group. */
function innerLists(element: Node, { budget, depth }: Search): DataList[] {
  const lists: DataList[] = []
  for (const [key, child] of Object.entries(element)) {
    if (typeof child === 'object' && child !== null)
      findLists(child, key, { lists, budget, depth: depth + 1 })
  }
  return lists.filter(({ items }) =>
    items.some((item) => item.kind === 'link' && item.title !== ''),
  )
}

const plainKey = (key: string) => key.replace(/[_\-\s]/g, '').toLowerCase()

/** Texts of an object by plain key, and of the objects inside it: one map for each depth. */
type Scalars = Map<string, string>[]
const MAX_INNER_DEPTH = 4

/** Returns the texts of an object and of the objects inside it, the outer ones first. */
function scalars(element: Node): Scalars {
  const levels: Scalars = []
  let nodes: Node[] = [element]
  while (nodes.length > 0 && levels.length < MAX_INNER_DEPTH) {
    const values = new Map<string, string>()
    const inner: Node[] = []
    for (const [key, value] of nodes.flatMap((node) => Object.entries(node))) {
      const name = plainKey(key)
      if (typeof value === 'string' || typeof value === 'number') {
        if (!values.has(name)) values.set(name, String(value))
      } else if (isNode(value) && PICTURE_KEYS.includes(name)) {
        // The address of a picture often stands one object deeper.
        const url = value['url'] ?? value['src']
        if (typeof url === 'string') values.set(name, url)
      } else if (isNode(value) && INNER_KEYS.has(name)) inner.push(value)
    }
    levels.push(values)
    nodes = inner
  }
  return levels
}

/** Returns the first text under one of the keys, of the outermost object that has one. */
const find = (levels: Scalars, keys: string[], isFit: (value: string) => boolean) =>
  levels
    .flatMap((values) => keys.map((key) => values.get(key)))
    .find((value) => value !== undefined && isFit(value))

function titleOf(values: Scalars): string {
  const text = find(values, TITLE_KEYS, (value) => value.trim() !== '' && !isAddress(value))
  return plainText(withoutTags(withoutEntities(text ?? ''))) ?? ''
}

const withoutTags = (text: string) => text.replace(/<\/?[a-z][^<>]{0,200}>/gi, ' ')

const PICTURE_FILE = /\.(?:png|jpe?g|webp|avif|gif|svg|ico)(?:$|[?#])/i

const isAddress = (value: string) =>
  /^(?:https?:\/\/|mailto:|tel:|javascript:|data:text)/i.test(value.trim()) &&
  !PICTURE_FILE.test(value)

const isPicture = (value: string) => /^(?:https?:)?\/\/?[^\s/]/i.test(value)

function isHidden(element: Node): boolean {
  return Object.entries(element).some(([key, value]) => {
    const name = plainKey(key)
    return (HIDDEN.test(name) && value === true) || (SHOWN.test(name) && value === false)
  })
}

/** Sorts elements by the position they name, if each names its own. */
function inOrder(elements: Node[]): Node[] {
  const key = ORDER_KEYS.find((name) =>
    elements.every((one) => positionOf(one, name) !== undefined),
  )
  if (key === undefined || elements.length < 2) return elements
  const places = new Set(elements.map((one) => positionOf(one, key)))
  if (places.size < elements.length) return elements
  return elements.toSorted((a, b) => (positionOf(a, key) ?? 0) - (positionOf(b, key) ?? 0))
}

function positionOf(element: Node, name: string): number | undefined {
  const found = Object.entries(element).find(([key]) => plainKey(key) === name)
  return typeof found?.[1] === 'number' ? found[1] : undefined
}
