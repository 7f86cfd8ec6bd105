import type { PageAccent, PageTheme } from '#contract/pages.ts'

/** One choice of colours: background and foreground. */
export type Look<Value extends string> = {
  value: Value
  label: string
  ground: string
  ink: string
}

/** Themes of the public page; the first follows the visitor's device. */
export const THEMES: readonly Look<PageTheme>[] = [
  {
    value: 'auto',
    label: 'Auto',
    ground: 'linear-gradient(104deg, #fff 50%, #0d1210 50%)',
    ink: '#7f8a84',
  },
  { value: 'light', label: 'Light', ground: '#fff', ink: '#0f1712' },
  { value: 'dark', label: 'Dark', ground: '#0d1210', ink: '#ecf2ee' },
  { value: 'sand', label: 'Sand', ground: '#fbf6ee', ink: '#221a10' },
  { value: 'evergreen', label: 'Evergreen', ground: '#0b3b2a', ink: '#f1fbf5' },
]

export const ACCENTS: readonly Look<PageAccent>[] = [
  { value: 'ink', label: 'Ink', ground: '#0f1712', ink: '#fff' },
  { value: 'green', label: 'Green', ground: '#0a6e44', ink: '#fff' },
  { value: 'blue', label: 'Blue', ground: '#1d4fd7', ink: '#fff' },
  { value: 'violet', label: 'Violet', ground: '#6a34d0', ink: '#fff' },
  { value: 'pink', label: 'Pink', ground: '#ae2a63', ink: '#fff' },
  { value: 'amber', label: 'Amber', ground: '#7d4c00', ink: '#fff' },
]
