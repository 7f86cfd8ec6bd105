import { useAtomValue } from 'jotai'
import styles from './bottom-bar.module.css'
import { allowedItems } from '../../accounts/allowed-screens.ts'
import { hasPageAtom } from '../../facts/facts.ts'
import { TABS, tabPath, type TabName } from './nav-items.ts'
import { UnreadCount } from './unread-messages.tsx'

export function BottomBar({ active }: { active: TabName | undefined }) {
  const hasPage = useAtomValue(hasPageAtom)
  return (
    <nav className={styles.bar} aria-label="Main">
      {allowedItems(TABS).map((tab) => {
        const { name, label, icon: Icon } = tab
        const current = name === active
        return (
          <a
            key={name}
            className={styles.tab}
            href={tabPath(tab, hasPage)}
            aria-current={current ? 'page' : undefined}
          >
            <Icon size={25} weight={current ? 'fill' : 'regular'} aria-hidden />
            <span>{label}</span>
            {name === 'partners' && <UnreadCount />}
          </a>
        )
      })}
    </nav>
  )
}
