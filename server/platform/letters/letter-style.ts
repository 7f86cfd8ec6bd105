import { tokensCss } from '../product/product.ts'

/**
 * Light and dark colors of the app. Mail programs do not support CSS variables, so the values are
 * copied.
 */
const tokens = tokensCss()

function pair(name: string): [light: string, dark: string] {
  const [, light, dark] =
    new RegExp(String.raw`--color-${name}: light-dark\((#\w+), (#\w+)\)`).exec(tokens) ?? []
  if (!light || !dark) throw new Error(`tokens.css has no colour ${name}`)
  return [light, dark]
}

/** CSS properties of each part of an email, with the names of the color tokens. */
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

/** Returns the light colors as an inline style, because some mail programs remove style sheets. */
export const lightStyle = (part: PartName) => declarations(part, 0, ';')

/** Style sheet with the dark colors for mail programs that support it. */
export const darkSheet = `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${(
  Object.keys(PARTS) as PartName[]
)
  .map((part) => `.l-${part}{${declarations(part, 1, '!important;')}}`)
  .join('')}}`
