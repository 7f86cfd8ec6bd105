import { BrowserIcon } from '@phosphor-icons/react/Browser'
import { ChartBarIcon } from '@phosphor-icons/react/ChartBar'
import { CompassIcon } from '@phosphor-icons/react/Compass'
import { DotsThreeOutlineIcon } from '@phosphor-icons/react/DotsThreeOutline'
import { ExportIcon } from '@phosphor-icons/react/Export'
import { GearIcon } from '@phosphor-icons/react/Gear'
import { GiftIcon } from '@phosphor-icons/react/Gift'
import { HandshakeIcon } from '@phosphor-icons/react/Handshake'
import { LinkIcon } from '@phosphor-icons/react/Link'
import { QuestionIcon } from '@phosphor-icons/react/Question'
import { SquaresFourIcon } from '@phosphor-icons/react/SquaresFour'
import { TrophyIcon } from '@phosphor-icons/react/Trophy'
import { UserCircleIcon } from '@phosphor-icons/react/UserCircle'
import { WalletIcon } from '@phosphor-icons/react/Wallet'
import { WrenchIcon } from '@phosphor-icons/react/Wrench'
import { atom } from 'jotai'
import type { Icon } from '#ui/icon.ts'

export type TabName = 'discover' | 'page' | 'links' | 'partners' | 'more'

type Tab = { name: TabName; label: string; path: string; prefixes: string[]; icon: Icon }

/** The five places, in order. A tab is active on its path and on what starts with its prefixes. */
export const TABS: readonly Tab[] = [
  {
    name: 'discover',
    label: 'Discover',
    path: '/',
    prefixes: ['/google-search', '/promotions', '/brands', '/trending-products'],
    icon: CompassIcon,
  },
  { name: 'page', label: 'Page', path: '/splitpage', prefixes: ['/splitpage'], icon: BrowserIcon },
  { name: 'links', label: 'Links', path: '/splitlinks', prefixes: [], icon: LinkIcon },
  {
    name: 'partners',
    label: 'Partners',
    path: '/partners',
    prefixes: ['/partners', '/brand'],
    icon: HandshakeIcon,
  },
  {
    name: 'more',
    label: 'More',
    path: '/more',
    prefixes: ['/profile', '/wallet', '/settings', '/refer', '/info', '/rank'],
    icon: DotsThreeOutlineIcon,
  },
]

/** Discover is asked first, so that `/brands` is not taken for `/brand` (D-85). */
export const activeTab = (pathname: string): TabName | undefined =>
  TABS.find(
    ({ path, prefixes }) =>
      path === pathname || prefixes.some((prefix) => pathname.startsWith(prefix)),
  )?.name

/** Set once the person has a page of their own; the Page tab then leads to it (R-062, D-35). */
export const hasPageAtom = atom(false)

export const tabPath = ({ name, path }: Tab, hasPage: boolean) =>
  name === 'page' && hasPage ? '/splitpage-home' : path

type NavItem = { label: string; path: string; icon: Icon }

/** What More opens to, in the specification's order. */
export const MORE_ITEMS = [
  { label: 'Public profile', path: '/profile', icon: UserCircleIcon },
  { label: 'Rank', path: '/rank', icon: TrophyIcon },
  { label: 'Wallet', path: '/wallet', icon: WalletIcon },
  { label: 'Analytics', path: '/analytics', icon: ChartBarIcon },
  { label: 'Settings', path: '/settings', icon: GearIcon },
  { label: 'Refer', path: '/refer', icon: GiftIcon },
  { label: 'Help', path: '/info', icon: QuestionIcon },
  { label: 'Data Exports', path: '/data-exports', icon: ExportIcon },
  { label: 'Widgets', path: '/widgets', icon: SquaresFourIcon },
  { label: 'Tools', path: '/tools', icon: WrenchIcon },
] as const satisfies readonly NavItem[]

export type MoreLabel = (typeof MORE_ITEMS)[number]['label']

export const PARTNER_ITEMS: readonly Omit<NavItem, 'icon'>[] = [
  { label: 'Connections', path: '/partners/connections' },
  { label: 'Chat', path: '/partners/chat' },
]

/** The entry below a tab that one is at; the longest that fits, so never two. */
export const activeItem = (pathname: string, items: readonly { path: string }[]) =>
  items.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`))?.path
