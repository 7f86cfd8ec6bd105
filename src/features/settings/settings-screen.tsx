import { BellIcon } from '@phosphor-icons/react/Bell'
import { GlobeSimpleIcon } from '@phosphor-icons/react/GlobeSimple'
import { SignOutIcon } from '@phosphor-icons/react/SignOut'
import { UserIcon } from '@phosphor-icons/react/User'
import { useAtom } from 'jotai'
import { InstallRow } from '#app/install/install-row.tsx'
import { Screen } from '#app/shell/screen.tsx'
import { themeAtom } from '#app/shell/theme.ts'
import type { Theme } from '#app/shell/ui-settings.ts'
import { ListLink } from '#ui/list-row.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { paths } from '#paths.ts'
import { ModeRow } from './mode-row.tsx'
import styles from './settings-screen.module.css'

const THEMES: { value: Theme; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

export function SettingsScreen() {
  const [theme, setTheme] = useAtom(themeAtom)
  return (
    <Screen title="Settings" freshness="none" back={paths.more} narrow className={styles.settings}>
      <section className={styles.section}>
        <h2 className={styles.heading}>Appearance</h2>
        <Segmented label="Appearance" options={THEMES} value={theme} onChange={setTheme} />
        <p className={styles.note}>Only on this device.</p>
      </section>
      <nav className={styles.rows} aria-label="Settings">
        <ListLink icon={UserIcon} href={paths.accountInfo} label="Account info" />
        <ListLink icon={BellIcon} href={paths.notificationSettings} label="Notifications" />
        <ListLink icon={GlobeSimpleIcon} href={paths.domains} label="Custom domains" />
        <ModeRow />
        <InstallRow />
        <hr className={styles.line} />
        <ListLink icon={SignOutIcon} href={paths.logout} label="Log out" final />
      </nav>
    </Screen>
  )
}
