import { ChartBarIcon } from '@phosphor-icons/react/ChartBar'
import { ExportIcon } from '@phosphor-icons/react/Export'
import { GearIcon } from '@phosphor-icons/react/Gear'
import { GiftIcon } from '@phosphor-icons/react/Gift'
import { QuestionIcon } from '@phosphor-icons/react/Question'
import { SquaresFourIcon } from '@phosphor-icons/react/SquaresFour'
import { TrophyIcon } from '@phosphor-icons/react/Trophy'
import { UserCircleIcon } from '@phosphor-icons/react/UserCircle'
import { WalletIcon } from '@phosphor-icons/react/Wallet'
import { WrenchIcon } from '@phosphor-icons/react/Wrench'
import type { Icon } from '#ui/icon.ts'

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
