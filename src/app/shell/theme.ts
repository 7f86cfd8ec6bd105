import { atom, type createStore } from 'jotai'
import { themeSetting, type Theme } from './ui-settings.ts'

/** Page colour of each theme, for the bars of phones and the installed window. */
export const THEME_COLORS = { light: '#ffffff', dark: '#0d1210' } as const

/**
 * Applies a theme. `system` follows the device. The snippet in index.html does the same before the
 * first paint.
 */
function applyTheme(theme: Theme) {
  const root = document.documentElement
  if (theme === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.getAttribute('media')?.includes('dark') ? 'dark' : 'light'
    meta.content = THEME_COLORS[theme === 'system' ? own : theme]
  }
}

export const themeAtom = atom(
  (get) => get(themeSetting),
  (_get, set, theme: Theme) => {
    set(themeSetting, theme)
    applyTheme(theme)
  },
)

/**
 * Applies the stored theme. The snippet in index.html may have applied one that a new sign-in
 * deleted.
 */
export const applyStoredTheme = (store: ReturnType<typeof createStore>) =>
  applyTheme(store.get(themeSetting))
