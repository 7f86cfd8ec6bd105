import { ArrowClockwiseIcon } from '@phosphor-icons/react/ArrowClockwise'
import { SignOutIcon } from '@phosphor-icons/react/SignOut'
import { UserSwitchIcon } from '@phosphor-icons/react/UserSwitch'
import { Navigate } from '@tanstack/react-router'
import { InstallRow } from '#app/install/install-row.tsx'
import { isScreenAllowed } from '#app/accounts/allowed-screens.ts'
import { currentAccount } from '#live/signed-in.ts'
import { MORE_ITEMS, type MoreLabel } from '#app/shell/nav-more.ts'
import { Screen } from '#app/shell/screen.tsx'
import { reloadApp } from '#app/worker/update.ts'
import { VERSION } from '#app/shell/version.ts'
import { Button } from '#ui/button.tsx'
import { ListLink } from '#ui/list-row.tsx'
import { useWide } from '#ui/use-media.ts'
import { paths } from '#paths.ts'
import { MoreTiles } from './more-tiles.tsx'
import { ProfileRow } from './profile-row.tsx'
import styles from './more-screen.module.css'

const GROUPS: MoreLabel[][] = [
  ['Rank', 'Refer'],
  ['Widgets', 'Tools', 'Data Exports'],
  ['Settings', 'Help'],
]

/** Returns whether the account in use opens the screen of an entry to the person. */
const isOpen = ({ path }: { path: string }) => isScreenAllowed(path, currentAccount())

const item = (label: MoreLabel) => MORE_ITEMS.filter((one) => one.label === label)

/**
 * Shows the menu on screens narrower than 993 px. Wider ones have the same entries in the side
 * menu.
 */
export function MoreScreen() {
  const wide = useWide('desk')
  if (wide) return <Navigate to={paths.home} replace />
  return (
    <Screen title="More" freshness="none">
      <ProfileRow />
      <MoreTiles />
      <nav aria-label="More">
        {GROUPS.map((labels, index) => (
          <ul key={labels[0]} className={styles.group}>
            {labels
              .flatMap(item)
              .filter(isOpen)
              .map(({ label, path, icon }) => (
                <li key={path}>
                  <ListLink icon={icon} href={path} label={label} />
                </li>
              ))}
            {index === GROUPS.length - 1 && (
              <>
                <li>
                  <InstallRow />
                </li>
                {currentAccount() && (
                  <li>
                    <ListLink icon={UserSwitchIcon} href={paths.accounts} label="Accounts" />
                  </li>
                )}
                <li>
                  <ListLink icon={SignOutIcon} href={paths.logout} label="Log out" final />
                </li>
              </>
            )}
          </ul>
        ))}
      </nav>
      <footer className={`${styles.version} num`}>
        <span>{`Version ${VERSION}`}</span>
        <Button
          variant="quiet"
          size="sm"
          icon={ArrowClockwiseIcon}
          onClick={() => void reloadApp()}
        >
          Reload
        </Button>
      </footer>
    </Screen>
  )
}
