import { useState } from 'react'
import { activeTab, type TabName } from './nav-items.ts'

const COLLECTION = /^\/splitpage\/collection\//

type Seen = { pathname: string; fromLinks: readonly string[] }

/**
 * Returns the tab to mark. Collections are below the address of the page, so Page is marked for an
 * address that was typed. A collection opened from Links keeps Links marked.
 */
export function useActiveTab(pathname: string): TabName | undefined {
  const [seen, see] = useState<Seen>({ pathname, fromLinks: [] })
  if (seen.pathname !== pathname) see(arrived(seen, pathname))
  return tabOf({ ...seen, pathname })
}

const tabOf = ({ pathname, fromLinks }: Seen) =>
  fromLinks.includes(pathname) ? 'links' : activeTab(pathname)

function arrived(before: Seen, pathname: string): Seen {
  const { fromLinks } = before
  const left = tabOf(before)
  if (!COLLECTION.test(pathname) || (left !== 'links' && left !== 'page'))
    return { pathname, fromLinks }
  const others = fromLinks.filter((one) => one !== pathname)
  return { pathname, fromLinks: left === 'links' ? [...others, pathname] : others }
}
