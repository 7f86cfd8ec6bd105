import { useState } from 'react'
import { activeTab, type TabName } from './nav-items.ts'

const COLLECTION = /^\/splitpage\/collection\//

type Seen = { pathname: string; fromLinks: readonly string[] }

/**
 * The tab to mark. Collections stand below the address of the page, which is what a typed address
 * marks; one that was opened from Links is still in Links to whoever opened it.
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
