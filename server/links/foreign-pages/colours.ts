import type { PageItems } from './scan-items.ts'

/** Colours of a page in `#rrggbb`. */
type PageColours = { background: string | undefined; button: string | undefined }

const BACKGROUND_KEY = /^(?:page|theme)?background(?:colou?r)?$|^bgcolou?r$|^bg$/i
const BUTTON_KEY = /^(?:button|btn|link|primary|accent)(?:s|style|background|bg)?(?:colou?r)?$/i
const ROOT_RULE = /(?:^|[},\s])(?:html|body|:root|\.page|#page|#__next)\b[^{}]{0,100}\{([^{}]*)\}/gi
const BUTTON_RULE = /\.[\w-]*(?:button|btn|link|card)[\w-]*[^{}]{0,100}\{([^{}]*)\}/gi

/** Reads the colours of the background and of the buttons from styles and data. */
export function readColours(
  page: PageItems,
  { data, themeColour }: { data: unknown[]; themeColour: string | undefined },
): PageColours {
  const css = page.styles.join('\n').slice(0, 500_000)
  const inData = new Map<'background' | 'button', string>()
  for (const value of data) findColours(value, inData, 0)
  const inLinks = page.items.flatMap((item) =>
    item.kind === 'link' && item.background !== undefined ? [item.background] : [],
  )
  return {
    background:
      inRules(`body{${page.rootStyle}}`, ROOT_RULE, BACKGROUND) ??
      inData.get('background') ??
      inRules(css, ROOT_RULE, BACKGROUND) ??
      colourIn(themeColour),
    button:
      inLinks.map(colourIn).find((colour) => colour !== undefined) ??
      inData.get('button') ??
      inRules(css, BUTTON_RULE, BACKGROUND),
  }
}

const BACKGROUND =
  /(?:^|;)\s*(?:background(?:-color)?|--[\w-]*(?:background|bg)[\w-]*)\s*:\s*([^;]+)/gi

function inRules(css: string, rule: RegExp, property: RegExp): string | undefined {
  for (const [, body = ''] of css.matchAll(rule)) {
    for (const [, value] of body.matchAll(property)) {
      const colour = colourIn(value)
      if (colour !== undefined) return colour
    }
  }
  return undefined
}

const MAX_DEPTH = 12

function findColours(
  value: unknown,
  found: Map<'background' | 'button', string>,
  depth: number,
): void {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return
  for (const [key, child] of Object.entries(value)) {
    const name = key.replace(/[_-]/g, '')
    const part = BACKGROUND_KEY.test(name)
      ? 'background'
      : BUTTON_KEY.test(name)
        ? 'button'
        : undefined
    const colour = part && colourIn(typeof child === 'string' ? child : innerText(child))
    if (part && colour !== undefined && !found.has(part)) found.set(part, colour)
    findColours(child, found, depth + 1)
  }
}

function innerText(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const texts = Object.values(value).filter((one): one is string => typeof one === 'string')
  return texts.find((text) => colourIn(text) !== undefined)
}

const NAMES: Record<string, string> = {
  __proto__: null as never,
  black: '#000000',
  white: '#ffffff',
  pink: '#ffc0cb',
  green: '#008000',
  blue: '#0000ff',
  purple: '#800080',
  beige: '#f5f5dc',
}

const COLOUR = /#(?:[\da-f]{6}|[\da-f]{3})(?![\da-f])|(?:rgb|hsl)a?\([^()]{5,60}\)/g

/** Returns the first opaque colour of a CSS value, also of a gradient. */
function colourIn(css: string | undefined): string | undefined {
  const text = css?.trim().toLowerCase() ?? ''
  const colours = [...text.matchAll(COLOUR)].map(([found]) => readColour(found))
  return colours.find((colour) => colour !== undefined) ?? NAMES[text]
}

function readColour(text: string): string | undefined {
  if (text.startsWith('#')) return text.length === 7 ? text : text.replace(/[\da-f]/g, '$&$&')
  const [a = 0, b = 0, c = 0, alpha = 1] = (text.match(/[\d.]+/g) ?? []).map(Number)
  if (alpha <= 0.5) return undefined
  return text.startsWith('hsl') ? fromHsl(a, b / 100, c / 100) : toHex([a, b, c])
}

const toHex = (parts: number[]) =>
  `#${parts.map((part) => Math.min(255, Math.round(part)).toString(16).padStart(2, '0')).join('')}`

function fromHsl(h: number, s: number, l: number): string {
  const part = (n: number) => {
    const k = (n + h / 30) % 12
    return 255 * (l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
  }
  return toHex([part(0), part(8), part(4)])
}
