import { atom } from 'jotai'
import { AUTH_COOKIE_DAYS } from '#contract/limits.ts'
import { UI_COOKIE_PREFIX } from '#contract/people/session-cookies.ts'

/*
 * Small settings of the interface, in cookies that every new sign-in deletes. index.html reads two
 * of them before the first paint.
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

/** Renews the cookies for 30 days, so that settings in use do not expire. Called at each start. */
export function renewUiSettings() {
  for (const name of NAMES) {
    const value = read(name)
    if (value !== null) write(name, value)
  }
}

/**
 * Creates a setting. It is read when first used, which is after a sign-in has deleted another
 * user's settings.
 */
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

/** Open groups of the side menu. */
export const menuOpenSetting = setting('menu_open', ['none', 'more', 'partners', 'both'], 'more')
