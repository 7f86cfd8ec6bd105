import { CodeIcon } from '@phosphor-icons/react/Code'
import { HashIcon } from '@phosphor-icons/react/Hash'
import { SignOutIcon } from '@phosphor-icons/react/SignOut'
import { UserCircleIcon } from '@phosphor-icons/react/UserCircle'
import { UsersIcon } from '@phosphor-icons/react/Users'
import { UserSwitchIcon } from '@phosphor-icons/react/UserSwitch'
import type { ReactNode } from 'react'
import { InstallRow } from '#app/install/install-row.tsx'
import { Screen } from '#app/shell/screen/screen.tsx'
import { ProfileRow } from '#features/people/more/profile-row.tsx'
import { paths } from '#paths.ts'
import { ListLink } from '#ui/list-row.tsx'
import { DomainsRow, NotificationsRow, TermsRow } from './answer-rows.tsx'
import { AppearanceRow } from './appearance-row.tsx'
import { ModeRow } from './mode-row.tsx'
import { OpenInBrowserRow } from './open-in-browser-row.tsx'
import { SavedRow } from './saved-row.tsx'
import styles from './settings-screen.module.css'

/**
 * Shows the settings of the account and of this device, and the sign-out, with their current
 * values.
 */
export function SettingsScreen() {
  return (
    <Screen title="Settings" freshness="none" back={paths.more} narrow className={styles.settings}>
      <ProfileRow withAddress />
      <nav className={styles.rows} aria-label="Settings">
        <Group>
          <ListLink
            icon={UserCircleIcon}
            href={paths.accountInfo}
            label="Account info"
            help="Email, phone, password, invitations"
          />
          <NotificationsRow />
          <DomainsRow />
          <ListLink
            icon={HashIcon}
            href={paths.parameterSets}
            label="Parameter sets"
            help="Campaign and partner parameters for links"
          />
          <ListLink
            icon={UsersIcon}
            href={paths.people}
            label="People with access"
            help="Let others help with your account"
          />
          <ListLink
            icon={UserSwitchIcon}
            href={paths.accounts}
            label="Accounts you help with"
            help="Switch to the account of somebody else"
          />
          <OpenInBrowserRow />
          <ListLink
            icon={CodeIcon}
            href={paths.developers}
            label="Developers"
            help="API keys for scripts and apps"
          />
          <ModeRow />
        </Group>
        <Group>
          <AppearanceRow />
          <SavedRow />
          <InstallRow />
        </Group>
        <Group>
          <TermsRow />
          <ListLink icon={SignOutIcon} href={paths.logout} label="Log out" final />
        </Group>
      </nav>
    </Screen>
  )
}

const Group = ({ children }: { children: ReactNode }) => (
  <div className={styles.group}>{children}</div>
)
