import type { Access } from '#contract/people/members.ts'
import { currentAccount, mayUse } from '#live/signed-in.ts'

/** Screens that members of an account can use, and the permission that each needs. */
const SCREENS: [path: RegExp, needed?: Access][] = [
  [/^\/(splitlinks|splitpage|splitpage-home|splitpage\/(section|collection)\/.+|widgets)$/],
  [/^\/(more|accounts|join|logout|info)$/],
  [/^\/settings\/parameter-sets$/],
  [/^\/(splitpage-create|splitpage-import)$/, 'edit'],
  [/^\/analytics(\/.+)?$/, 'analytics'],
  [/^\/wallet(\/(my-requests|available-earnings|pending-earnings|networks))?$/, 'money'],
]

/** Returns whether a screen can be used in the account for which the tab acts. */
export function isScreenAllowed(pathname: string): boolean {
  if (!currentAccount()) return true
  const [, needed] = SCREENS.find(([path]) => path.test(pathname)) ?? [undefined, 'none']
  return needed !== 'none' && (needed === undefined || mayUse(needed))
}

/** Returns the entries of a menu whose screens can be used in the account for which the tab acts. */
export const allowedItems = <Item extends { path: string }>(items: readonly Item[]): Item[] =>
  items.filter(({ path }) => isScreenAllowed(path))
