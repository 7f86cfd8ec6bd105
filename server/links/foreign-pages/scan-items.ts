import { readTags, type Attributes } from '../extraction/tags.ts'
import { plainText } from '../extraction/text.ts'

/** Anchor or button of a page that leads to an address. */
export type LinkItem = {
  kind: 'link'
  href: string
  /** Texts in the link, one for each block. */
  texts: string[]
  /** Names for screen readers: labels, titles of icons, alternative texts. */
  labels: string[]
  picture: string | undefined
  isInFooter: boolean
  background: string | undefined
}
export type Item =
  | LinkItem
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'image'; src: string; hint: string }

export type Script = { type: string; text: string }

/** Parts of a page that matter for an import, in the order of the page. */
export type PageItems = {
  items: Item[]
  scripts: Script[]
  /** JSON in attributes, where some frameworks keep the data of a page. */
  data: string[]
  styles: string[]
  /** Value of the `style` attribute of the root elements. */
  rootStyle: string
  embeds: string[]
  hasForm: boolean
  hasPlayer: boolean
}

/** Elements that do not separate texts. */
const INLINE = new Set(
  'a abbr b bdi button em font i ins label mark s small strong sub sup u wbr'.split(' '),
)
/** Elements whose text is not shown. */
const UNSHOWN = new Set(['head', 'noscript', 'script', 'style', 'svg', 'template', 'title'])
const HEADING = /^h([1-6])$/
const MAX_DATA = 40

type Heading = { level: number; text: string; hasLink: boolean }
/** Open link, and the number of open elements of the same name inside it. */
type OpenLink = { item: LinkItem; name: string; nested: number }

/** Collects links, headings, texts, pictures and data in one pass. Runs no scripts. */
export function scanItems(html: string): PageItems {
  const scanner = new Scanner()
  readTags(html, scanner)
  return scanner.finish()
}

class Scanner {
  readonly #found: PageItems = {
    items: [],
    scripts: [],
    data: [],
    styles: [],
    rootStyle: '',
    embeds: [],
    hasForm: false,
    hasPlayer: false,
  }
  readonly #depth = new Map<string, number>()
  #text = ''
  #raw = ''
  #scriptType = ''
  #heading: Heading | undefined
  #link: OpenLink | undefined

  readonly isInDrawing = () => this.#isIn('svg') || this.#isIn('math')

  readonly open = (name: string, attributes: Attributes, isSelfClosing: boolean) => {
    this.#separate(name)
    // The body ends a head that was not closed.
    if (name === 'body') this.#depth.clear()
    if (!isSelfClosing) this.#count(name, 1)
    if (name === 'script') this.#scriptType = (attributes['type'] ?? '').trim().toLowerCase()
    if (name === 'script' || name === 'style' || name === 'title') this.#raw = ''
    if (this.#isIn('template') || this.#isIn('noscript')) return
    this.#readLink(name, attributes)
    this.#readHeading(name)
    this.#readPicture(name, attributes)
    this.#readOthers(name, attributes)
  }

  readonly close = (name: string) => {
    this.#separate(name)
    if (name === 'script') this.#found.scripts.push({ type: this.#scriptType, text: this.#raw })
    if (name === 'style') this.#found.styles.push(this.#raw)
    // The title of an icon names the link.
    if (name === 'title' && this.isInDrawing()) this.#link?.item.labels.push(this.#raw.trim())
    this.#count(name, -1)
    this.#closeLink(name)
    if (HEADING.test(name)) this.#closeHeading()
  }

  readonly text = (part: string) => {
    if (this.#isIn('script') || this.#isIn('style') || this.#isIn('title')) this.#raw += part
    else if (![...UNSHOWN].some((name) => this.#isIn(name))) this.#text += part
  }

  finish(): PageItems {
    this.#flush()
    this.#endLink()
    return this.#found
  }

  #isIn(name: string): boolean {
    return (this.#depth.get(name) ?? 0) > 0
  }

  #count(name: string, change: 1 | -1) {
    if (!UNSHOWN.has(name) && name !== 'footer' && name !== 'math') return
    this.#depth.set(name, Math.max(0, (this.#depth.get(name) ?? 0) + change))
  }

  #separate(name: string) {
    if (!INLINE.has(name) || name === 'a' || name === 'button') this.#flush()
  }

  #flush() {
    const text = plainText(this.#text)
    this.#text = ''
    if (text === undefined) return
    if (this.#link) this.#link.item.texts.push(text)
    if (this.#heading) this.#heading.text = `${this.#heading.text} ${text}`.trim()
    else if (!this.#link) this.#found.items.push({ kind: 'text', text })
  }

  #readLink(name: string, attributes: Attributes) {
    if (this.#link && name === this.#link.name && name !== 'a') this.#link.nested += 1
    const href = addressIn(name, attributes)
    if (name === 'a') this.#endLink()
    if (href === undefined || this.#link) return
    const label = attributes['aria-label'] ?? attributes['title']
    const item: LinkItem = {
      kind: 'link',
      href,
      texts: [],
      labels: label ? [label] : [],
      picture: pictureIn(attributes['style']),
      isInFooter: this.#isIn('footer'),
      background: /background(?:-color)?\s*:\s*([^;]+)/i.exec(attributes['style'] ?? '')?.[1],
    }
    if (this.#heading) this.#heading.hasLink = true
    this.#found.items.push(item)
    this.#link = { item, name, nested: 0 }
  }

  #closeLink(name: string) {
    if (this.#link?.name !== name) return
    if (this.#link.nested > 0) this.#link.nested -= 1
    else this.#endLink()
  }

  #endLink() {
    this.#link = undefined
  }

  #readHeading(name: string) {
    const level = HEADING.exec(name)?.[1]
    // The heading in a link is its title.
    if (level === undefined || this.#link) return
    this.#closeHeading()
    this.#heading = { level: Number(level), text: '', hasLink: false }
  }

  #closeHeading() {
    const heading = this.#heading
    this.#heading = undefined
    if (!heading || heading.hasLink || heading.text === '') return
    this.#found.items.push({ kind: 'heading', level: heading.level, text: heading.text })
  }

  #readPicture(name: string, attributes: Attributes) {
    if (name !== 'img') {
      const background = pictureIn(attributes['style'])
      if (background !== undefined && this.#link) this.#link.item.picture ??= background
      return
    }
    const src = sourceOf(attributes)
    const alt = attributes['alt'] ?? ''
    if (this.#link) {
      if (alt.trim() !== '') this.#link.item.labels.push(alt.trim())
      this.#link.item.picture ??= src
    } else if (src !== undefined) {
      const hint = `${alt} ${attributes['class'] ?? ''} ${attributes['id'] ?? ''}`
      this.#found.items.push({ kind: 'image', src, hint })
    }
  }

  #readOthers(name: string, attributes: Attributes) {
    const found = this.#found
    if (name === 'html' || name === 'body') found.rootStyle += `;${attributes['style'] ?? ''}`
    if (name === 'iframe') found.embeds.push(attributes['src'] ?? attributes['data-src'] ?? '')
    if (name === 'input' && /^email$/i.test(attributes['type'] ?? '')) found.hasForm = true
    if (name === 'audio' || name === 'video') found.hasPlayer = true
    for (const value of Object.values(attributes)) {
      if (found.data.length < MAX_DATA && /^\s*[[{]/.test(value) && value.length > 20)
        found.data.push(value)
    }
  }
}

/** Attributes in which buttons and cards keep their address. */
const ADDRESS_ATTRIBUTES = ['data-href', 'data-url', 'data-link', 'data-target-url']

/** Returns the address to which an element leads. */
function addressIn(name: string, attributes: Attributes): string | undefined {
  if (name === 'a' || name === 'area') return attributes['href']?.trim() || undefined
  const data = ADDRESS_ATTRIBUTES.map((key) => attributes[key]?.trim()).find((value) =>
    /^https?:/i.test(value ?? ''),
  )
  if (data !== undefined) return data
  const [, opened] = /["'](https?:\/\/[^"'\s]+)["']/i.exec(attributes['onclick'] ?? '') ?? []
  if (opened !== undefined) return opened
  const action = attributes['action']?.trim()
  const isVisit = name === 'form' && !/^post$/i.test(attributes['method'] ?? '')
  return isVisit && /^https?:/i.test(action ?? '') ? action : undefined
}

const pictureIn = (style: string | undefined) =>
  /background(?:-image)?\s*:[^;]*url\(\s*["']?([^"')]+)/i.exec(style ?? '')?.[1]?.trim()

/** Returns the address of a picture. Lazy pictures keep it beside a placeholder. */
function sourceOf(attributes: Attributes): string | undefined {
  const set = attributes['srcset'] ?? attributes['data-srcset']
  const candidates = [
    attributes['data-src'],
    attributes['data-lazy-src'],
    attributes['src'],
    set?.trim().split(/[\s,]+/)[0],
  ]
  return candidates.map((one) => one?.trim()).find((one) => one && !/^(?:data|blob):/i.test(one))
}
