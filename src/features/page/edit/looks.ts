import type { PageAccent, PageTheme } from '#contract/page/pages.ts'

/** One choice of colours: background and foreground. */
export type Swatch<Value extends string> = {
  value: Value
  label: string
  background: string
  foreground: string
}

/** Themes of the public page; the first follows the visitor's device. */
export const THEMES: readonly Swatch<PageTheme>[] = [
  {
    value: 'auto',
    label: 'Auto',
    background: 'linear-gradient(104deg, #fff 50%, #0d1210 50%)',
    foreground: '#7f8a84',
  },
  { value: 'light', label: 'Light', background: '#fff', foreground: '#0f1712' },
  { value: 'dark', label: 'Dark', background: '#0d1210', foreground: '#ecf2ee' },
  { value: 'sand', label: 'Sand', background: '#fbf6ee', foreground: '#221a10' },
  { value: 'evergreen', label: 'Evergreen', background: '#0b3b2a', foreground: '#f1fbf5' },
]

export const ACCENTS: readonly Swatch<PageAccent>[] = [
  { value: 'ink', label: 'Ink', background: '#0f1712', foreground: '#fff' },
  { value: 'green', label: 'Green', background: '#0a6e44', foreground: '#fff' },
  { value: 'blue', label: 'Blue', background: '#1d4fd7', foreground: '#fff' },
  { value: 'violet', label: 'Violet', background: '#6a34d0', foreground: '#fff' },
  { value: 'pink', label: 'Pink', background: '#ae2a63', foreground: '#fff' },
  { value: 'amber', label: 'Amber', background: '#7d4c00', foreground: '#fff' },
]
