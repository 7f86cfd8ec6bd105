import { atom } from 'jotai'
import { AUTH_COOKIE_DAYS } from '#contract/limits.ts'
import { UI_COOKIE_PREFIX } from '#contract/session-cookies.ts'

/*
 * Small settings of the screen itself, in cookies that every new sign-in forgets (D-12, R-103).
 * index.html reads two of them before the first paint.
 */
const NAMES = ['theme', 'menu', 'menu_open'] as const
type Name = (typeof NAMES)[number]

const SECONDS = AUTH_COOKIE_DAYS * 24 * 60 * 60

function read(name: Name): string | null {
  const start = `${UI_COOKIE_PREFIX}${name}=`
  const pair = document.cookie.split('; ').find((candidate) => candidate.startsWith(start))
  return pair ? decodeURIComponent(pair.slice(start.length)) : null
}

function write(name: Name, value: string) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${UI_COOKIE_PREFIX}${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${SECONDS}; SameSite=Lax${secure}`
}

/** Cookies last 30 days from now, so that a setting lasts while it is used. Called at each start. */
export function renewUiSettings() {
  for (const name of NAMES) {
    const value = read(name)
    if (value !== null) write(name, value)
  }
}

/** Read when first asked for, which is after a sign-in has cleared what another person had set. */
function setting<Value extends string>(name: Name, choices: readonly Value[], initial: Value) {
  const chosen = atom<Value>()
  const kept = () => choices.find((choice) => choice === read(name))
  return atom(
    (get) => get(chosen) ?? kept() ?? initial,
    (_get, set, next: Value) => {
      set(chosen, next)
      write(name, next)
    },
  )
}

export type Theme = 'system' | 'light' | 'dark'
export const themeSetting = setting<Theme>('theme', ['system', 'light', 'dark'], 'system')

export const menuSetting = setting('menu', ['wide', 'collapsed'], 'wide')

/** Which groups of the side menu are open. */
export const menuOpenSetting = setting('menu_open', ['none', 'more', 'partners', 'both'], 'more')
