import { useState } from 'react'
import { activeTab, type TabName } from './nav-items.ts'

const COLLECTION = /^\/splitpage\/collection\//

type Visit = { pathname: string; fromLinks: readonly string[] }

/**
 * Returns the tab to mark. The path of a collection belongs to the Page tab, but a collection that
 * was opened from Links keeps Links marked.
 */
export function useActiveTab(pathname: string): TabName | undefined {
  const [visit, setVisit] = useState<Visit>({ pathname, fromLinks: [] })
  if (visit.pathname !== pathname) setVisit(nextVisit(visit, pathname))
  return tabOf({ ...visit, pathname })
}

const tabOf = ({ pathname, fromLinks }: Visit) =>
  fromLinks.includes(pathname) ? 'links' : activeTab(pathname)

function nextVisit(before: Visit, pathname: string): Visit {
  const { fromLinks } = before
  const left = tabOf(before)
  if (!COLLECTION.test(pathname) || (left !== 'links' && left !== 'page'))
    return { pathname, fromLinks }
  const others = fromLinks.filter((one) => one !== pathname)
  return { pathname, fromLinks: left === 'links' ? [...others, pathname] : others }
}
