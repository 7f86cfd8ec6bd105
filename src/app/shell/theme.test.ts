import { createStore } from 'jotai'
import { beforeEach, expect, test } from 'vitest'
import { applyStoredTheme, THEME_COLORS, themeAtom } from './theme.ts'

const colors = () =>
  [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].map((m) => m.content)

beforeEach(() => {
  document.cookie = 'ui_theme=; Path=/; Max-Age=0'
  document.head.innerHTML = `
    <meta name="theme-color" media="(prefers-color-scheme: light)">
    <meta name="theme-color" media="(prefers-color-scheme: dark)">`
})

test('a chosen theme is shown, colours both bars and is remembered', () => {
  const store = createStore()
  store.set(themeAtom, 'dark')
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(colors()).toEqual([THEME_COLORS.dark, THEME_COLORS.dark])
  expect(document.cookie).toContain('ui_theme=dark')
})

test('system follows the device again', () => {
  const store = createStore()
  store.set(themeAtom, 'dark')
  store.set(themeAtom, 'system')
  expect(document.documentElement.dataset['theme']).toBeUndefined()
  expect(colors()).toEqual([THEME_COLORS.light, THEME_COLORS.dark])
})

test('what a new sign-in has forgotten is not shown any longer (R-103)', () => {
  createStore().set(themeAtom, 'dark')
  document.cookie = 'ui_theme=; Path=/; Max-Age=0'
  applyStoredTheme(createStore())
  expect(document.documentElement.dataset['theme']).toBeUndefined()
})
