import { readAsset } from '../html/assets.ts'

/** By day and by night, as the app has them; mail programs know no variables. */
const tokens = readAsset('src/ui/tokens.css')

function pair(name: string): [light: string, dark: string] {
  const [, light, dark] =
    new RegExp(String.raw`--color-${name}: light-dark\((#\w+), (#\w+)\)`).exec(tokens) ?? []
  if (!light || !dark) throw new Error(`no colour ${name}`)
  return [light, dark]
}

/** A part of a letter: what a colour is there, and its name in the house's tokens. */
const PARTS = {
  page: { background: 'sunken' },
  sheet: { background: 'raised' },
  text: { color: 'text' },
  quiet: { color: 'text-2' },
  link: { color: 'link' },
  button: { background: 'action', color: 'on-action' },
  code: { background: 'raised-sunken', color: 'text' },
  line: { 'border-color': 'line' },
  'brand-a': { background: 'brand-a' },
  'brand-b': { background: 'brand-b' },
} as const satisfies Record<string, Record<string, string>>

export type PartName = keyof typeof PARTS

const declarations = (part: PartName, theme: 0 | 1, end: string) =>
  Object.entries(PARTS[part])
    .map(([property, name]) => `${property}:${pair(name)[theme]}${end}`)
    .join('')

/** In the element itself, because some programs drop every style sheet. */
export const lightStyle = (part: PartName) => declarations(part, 0, ';')

/** For those that keep it, and show letters by night. */
export const darkSheet = `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${(
  Object.keys(PARTS) as PartName[]
)
  .map((part) => `.l-${part}{${declarations(part, 1, '!important;')}}`)
  .join('')}}`
