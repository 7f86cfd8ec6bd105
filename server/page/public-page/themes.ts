import type { PageAccent, PageTheme } from '#contract/page/pages.ts'

/** The eight colours of a page. */
export type Colours = {
  bg: string
  sunken: string
  /** Separators without meaning for accessibility. */
  line: string
  text: string
  text2: string
  /** Borders that identify a control. */
  edge: string
  accent: string
  onAccent: string
}

type Ground = Omit<Colours, 'accent' | 'onAccent'> & {
  scheme: 'light' | 'dark'
  /** Colour of the accent `ink` on this ground: its strongest colour. */
  ink: string
  onInk: string
}
export type GroundName = Exclude<PageTheme, 'auto'>

export const GROUNDS: Record<GroundName, Ground> = {
  light: {
    scheme: 'light',
    bg: '#ffffff',
    sunken: '#f3f6f3',
    line: '#e3e9e5',
    text: '#0f1712',
    text2: '#525e57',
    edge: '#808b84',
    ink: '#0f1712',
    onInk: '#ffffff',
  },
  dark: {
    scheme: 'dark',
    bg: '#0d1210',
    sunken: '#141a17',
    line: '#242c28',
    text: '#ecf2ee',
    text2: '#a6b3ab',
    edge: '#6a7770',
    ink: '#ecf2ee',
    onInk: '#0d1210',
  },
  sand: {
    scheme: 'light',
    bg: '#fbf6ee',
    sunken: '#f3eadc',
    line: '#e7dbc8',
    text: '#221a10',
    text2: '#655a4b',
    edge: '#8a7d69',
    ink: '#4a2e12',
    onInk: '#fff8ee',
  },
  evergreen: {
    scheme: 'dark',
    bg: '#0b3b2a',
    sunken: '#124d38',
    line: '#1c5a43',
    text: '#f1fbf5',
    text2: '#bfe0ce',
    edge: '#7fb399',
    ink: '#d3f4e0',
    onInk: '#06251a',
  },
}

type Accent = Exclude<PageAccent, 'ink'>

/**
 * Accent colours. Each is readable as text on every ground of its scheme, and as a button with text
 * in `BUTTON_TEXT`.
 */
const ACCENTS: Record<Accent, Record<Ground['scheme'], string>> = {
  green: { light: '#0a6e44', dark: '#6ce0a6' },
  blue: { light: '#1d4fd7', dark: '#a3c6ff' },
  violet: { light: '#6a34d0', dark: '#d2bcff' },
  pink: { light: '#ae2a63', dark: '#ff9fc5' },
  amber: { light: '#7d4c00', dark: '#f2be62' },
}
const BUTTON_TEXT = { light: '#ffffff', dark: '#0d1210' } as const

/** Returns the colours of a ground with an accent. */
export function coloursOf(ground: GroundName, accent: PageAccent): Colours {
  const { scheme, ink, onInk, ...rest } = GROUNDS[ground]
  if (accent === 'ink') return { ...rest, accent: ink, onAccent: onInk }
  return { ...rest, accent: ACCENTS[accent][scheme], onAccent: BUTTON_TEXT[scheme] }
}

const NAMES: Record<keyof Colours, string> = {
  bg: '--bg',
  sunken: '--sunken',
  line: '--line',
  text: '--text',
  text2: '--text-2',
  edge: '--edge',
  accent: '--accent',
  onAccent: '--on-accent',
}

const COLOURS = Object.keys(NAMES) as (keyof Colours)[]

export const accentNames: readonly PageAccent[] = [
  'ink',
  'green',
  'blue',
  'violet',
  'pink',
  'amber',
]
export const groundNames = Object.keys(GROUNDS) as GroundName[]

/** Returns the CSS of all themes, selected by two attributes of the root element. */
export function themeCss(): string {
  const grounds = groundNames.map((name) => rule(`[data-theme=${name}]`, ground(name)))
  const accents = Object.keys(ACCENTS) as Accent[]
  const rules = [
    rule(':root', ground('light')),
    ...accents.map((name) => rule(accentSelector(name), accent(name, 'light'))),
    dark([
      rule('[data-theme=auto]', ground('dark')),
      ...accents.map((name) =>
        rule(`[data-theme=auto]${accentSelector(name)}`, accent(name, 'dark')),
      ),
    ]),
    ...grounds,
    ...groundNames.flatMap((name) =>
      accents.map((one) =>
        rule(`[data-theme=${name}]${accentSelector(one)}`, accent(one, GROUNDS[name].scheme)),
      ),
    ),
  ]
  return rules.join('')
}

const accentSelector = (name: Accent) => `[data-accent=${name}]`
const rule = (selector: string, body: string) => `${selector}{${body}}`
const dark = (rules: string[]) => `@media(prefers-color-scheme:dark){${rules.join('')}}`

function ground(name: GroundName): string {
  const colours = coloursOf(name, 'ink')
  const values = COLOURS.map((colour) => `${NAMES[colour]}:${colours[colour]}`)
  return [`color-scheme:${GROUNDS[name].scheme}`, ...values].join(';')
}

const accent = (name: Accent, scheme: Ground['scheme']) =>
  `--accent:${ACCENTS[name][scheme]};--on-accent:${BUTTON_TEXT[scheme]}`
