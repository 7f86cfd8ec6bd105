import { BrowserIcon } from '@phosphor-icons/react/Browser'
import { CompassIcon } from '@phosphor-icons/react/Compass'
import { DotsThreeOutlineIcon } from '@phosphor-icons/react/DotsThreeOutline'
import { HandshakeIcon } from '@phosphor-icons/react/Handshake'
import { LinkIcon } from '@phosphor-icons/react/Link'
import type { Icon } from '#ui/icon.ts'
import { paths, type Href } from '#paths.ts'

export type TabName = 'discover' | 'page' | 'links' | 'partners' | 'more'

type Tab = { name: TabName; label: string; path: Href; prefixes: string[]; icon: Icon }

/**
 * The five tabs, in order. A tab is active on its path and on paths that start with its prefixes.
 */
export const TABS: readonly Tab[] = [
  {
    name: 'discover',
    label: 'Discover',
    path: paths.home,
    prefixes: [paths.webSearch, paths.promotions, paths.brands, paths.trendingProducts],
    icon: CompassIcon,
  },
  { name: 'page', label: 'Page', path: paths.page, prefixes: [paths.page], icon: BrowserIcon },
  { name: 'links', label: 'Links', path: paths.links, prefixes: [], icon: LinkIcon },
  {
    name: 'partners',
    label: 'Partners',
    path: paths.partners,
    prefixes: [paths.partners, '/brand'],
    icon: HandshakeIcon,
  },
  {
    name: 'more',
    label: 'More',
    path: paths.more,
    prefixes: [paths.profile, paths.wallet, paths.settings, paths.refer, paths.help, paths.rank],
    icon: DotsThreeOutlineIcon,
  },
]

/** Returns the active tab. Discover comes first, so that `/brands` does not match `/brand`. */
export const activeTab = (pathname: string): TabName | undefined =>
  TABS.find(
    ({ path, prefixes }) =>
      path === pathname || prefixes.some((prefix) => pathname.startsWith(prefix)),
  )?.name

/** Returns the path of a tab. If the user has a page, the Page tab leads to its management. */
export const tabPath = ({ name, path }: Tab, hasPage: boolean) =>
  name === 'page' && hasPage ? paths.pageHome : path
