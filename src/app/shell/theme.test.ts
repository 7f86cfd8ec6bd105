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

test('a chosen theme is applied, colours both bars and is stored', () => {
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

test('a theme cleared by a new sign-in is no longer applied (R-103)', () => {
  createStore().set(themeAtom, 'dark')
  document.cookie = 'ui_theme=; Path=/; Max-Age=0'
  applyStoredTheme(createStore())
  expect(document.documentElement.dataset['theme']).toBeUndefined()
})
