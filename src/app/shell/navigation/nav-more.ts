import { ChartBarIcon } from '@phosphor-icons/react/ChartBar'
import { ExportIcon } from '@phosphor-icons/react/Export'
import { GearIcon } from '@phosphor-icons/react/Gear'
import { GiftIcon } from '@phosphor-icons/react/Gift'
import { QuestionIcon } from '@phosphor-icons/react/Question'
import { SquaresFourIcon } from '@phosphor-icons/react/SquaresFour'
import { TrophyIcon } from '@phosphor-icons/react/Trophy'
import { UserCircleIcon } from '@phosphor-icons/react/UserCircle'
import { UserSwitchIcon } from '@phosphor-icons/react/UserSwitch'
import { WalletIcon } from '@phosphor-icons/react/Wallet'
import { WrenchIcon } from '@phosphor-icons/react/Wrench'
import type { Icon } from '#ui/icon.ts'
import { paths, type Href } from '#paths.ts'

type NavItem = { label: string; path: Href; icon: Icon }

/** Entries of the More menu, in the specification's order. */
export const MORE_ITEMS = [
  { label: 'Public profile', path: paths.profile, icon: UserCircleIcon },
  { label: 'Rank', path: paths.rank, icon: TrophyIcon },
  { label: 'Wallet', path: paths.wallet, icon: WalletIcon },
  { label: 'Analytics', path: paths.analytics, icon: ChartBarIcon },
  { label: 'Settings', path: paths.settings, icon: GearIcon },
  { label: 'Refer', path: paths.refer, icon: GiftIcon },
  { label: 'Help', path: paths.help, icon: QuestionIcon },
  { label: 'Data Exports', path: paths.dataExports, icon: ExportIcon },
  { label: 'Widgets', path: paths.widgets, icon: SquaresFourIcon },
  { label: 'Tools', path: paths.tools, icon: WrenchIcon },
] as const satisfies readonly NavItem[]

/** Entry of the account switcher, for people who help with accounts. */
export const ACCOUNTS_ITEM: NavItem = {
  label: 'Accounts',
  path: paths.accounts,
  icon: UserSwitchIcon,
}

export type MoreLabel = (typeof MORE_ITEMS)[number]['label']

export const PARTNER_ITEMS: readonly Omit<NavItem, 'icon'>[] = [
  { label: 'Connections', path: paths.connections },
  { label: 'Chat', path: paths.chats },
]

/**
 * Returns the active entry below a tab: the first whose path matches or contains the current path.
 */
export const activeItem = (pathname: string, items: readonly { path: string }[]) =>
  items.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`))?.path
