import { CaretDownIcon } from '@phosphor-icons/react/CaretDown'
import { useAtom, useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import type { Icon } from '#ui/icon.ts'
import { allowedItems } from '../../accounts/allowed-screens.ts'
import { helpedAccounts } from '#live/signed-in.ts'
import { hasPageAtom } from '../../facts/facts.ts'
import { TABS, tabPath, type TabName } from './nav-items.ts'
import { ACCOUNTS_ITEM, activeItem, MORE_ITEMS, PARTNER_ITEMS } from './nav-more.ts'
import { SideMenuFoot } from './side-menu-foot.tsx'
import styles from './side-menu.module.css'
import { UnreadCount } from './unread-messages.tsx'
import { menuOpenSetting, menuSetting } from '../ui-settings.ts'

type Group = 'partners' | 'more'

const OPEN_GROUPS = {
  none: [],
  more: ['more'],
  partners: ['partners'],
  both: ['partners', 'more'],
} as const

/** Returns which groups are open. Opening one in the collapsed menu expands the menu first. */
function useGroups() {
  const [menu, setMenu] = useAtom(menuSetting)
  const [open, setOpen] = useAtom(menuOpenSetting)
  const groups: readonly Group[] = OPEN_GROUPS[open]
  const collapsed = menu === 'collapsed'
  const isOpen = (group: Group) => !collapsed && groups.includes(group)
  function toggle(group: Group) {
    const opens = !isOpen(group)
    if (collapsed) setMenu('wide')
    const other = groups.some((one) => one !== group)
    const otherGroup = group === 'more' ? 'partners' : 'more'
    if (opens) setOpen(other ? 'both' : group)
    else setOpen(other ? otherGroup : 'none')
  }
  return { collapsed, isOpen, toggle }
}

/** Returns the entries of More, with the account switcher for people who help with accounts. */
const moreItems = () => [
  ...allowedItems(MORE_ITEMS),
  ...(helpedAccounts().length > 0 ? [ACCOUNTS_ITEM] : []),
]

type SideMenuProps = { pathname: string; active: TabName | undefined }

export function SideMenu({ pathname, active }: SideMenuProps) {
  const { collapsed, isOpen, toggle } = useGroups()
  const hasPage = useAtomValue(hasPageAtom)
  return (
    <nav className={styles.side} aria-label="Main" data-collapsed={collapsed || undefined}>
      <ul>
        {allowedItems(TABS).map((tab) => {
          const { name, label, icon } = tab
          const row = { label, icon, collapsed, current: active === name }
          if (name === 'more')
            return (
              <li key={name}>
                <button
                  type="button"
                  className={styles.item}
                  aria-expanded={isOpen(name)}
                  title={collapsed ? label : undefined}
                  onClick={() => toggle(name)}
                >
                  <Face {...row} current={false} />
                  <CaretDownIcon size={14} weight="bold" aria-hidden className={styles.caret} />
                </button>
                {isOpen(name) && <SubList items={moreItems()} pathname={pathname} />}
              </li>
            )
          const href = tabPath(tab, hasPage)
          if (name !== 'partners')
            return (
              <li key={name}>
                <ItemLink {...row} href={href} />
              </li>
            )
          // Only one item is marked: the visible entry below a tab, or else the tab.
          const isEntryMarked = isOpen(name) && activeItem(pathname, PARTNER_ITEMS) !== undefined
          return (
            <li key={name} className={styles.group}>
              <ItemLink {...row} href={href} current={row.current && !isEntryMarked} />
              {!collapsed && (
                <Toggle label={label} open={isOpen(name)} onToggle={() => toggle(name)} />
              )}
              {isOpen(name) && <SubList items={PARTNER_ITEMS} pathname={pathname} />}
            </li>
          )
        })}
      </ul>
      <SideMenuFoot />
    </nav>
  )
}

type Row = { label: string; icon: Icon; collapsed: boolean; current: boolean }

const ItemLink = ({ href, ...row }: Row & { href: string }) => (
  <a
    className={styles.item}
    href={href}
    aria-current={row.current ? 'page' : undefined}
    title={row.collapsed ? row.label : undefined}
  >
    <Face {...row} />
  </a>
)

const Face = ({ label, icon: Icon, collapsed, current }: Row): ReactNode => (
  <>
    <Icon size={22} weight={current ? 'fill' : 'regular'} aria-hidden />
    <span className={collapsed ? 'vh' : styles.label}>{label}</span>
    {label === 'Partners' && <UnreadCount flat />}
  </>
)

const Toggle = ({
  label,
  open,
  onToggle,
}: {
  label: string
  open: boolean
  onToggle: () => void
}) => (
  <button
    type="button"
    className={styles.toggle}
    aria-expanded={open}
    aria-label={`${label} menu`}
    onClick={onToggle}
  >
    <CaretDownIcon size={14} weight="bold" aria-hidden className={styles.caret} />
  </button>
)

type SubListProps = {
  items: readonly { label: string; path: string; icon?: Icon }[]
  pathname: string
}

function SubList({ items, pathname }: SubListProps) {
  const current = activeItem(pathname, items)
  return (
    <ul className={styles.sublist}>
      {items.map(({ label, path, icon: Icon }) => (
        <li key={path}>
          <a
            className={styles.sub}
            href={path}
            aria-current={path === current ? 'page' : undefined}
            data-plain={Icon ? undefined : true}
          >
            {Icon && <Icon size={18} weight={path === current ? 'fill' : 'regular'} aria-hidden />}
            <span>{label}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
