import { ArrowClockwiseIcon } from '@phosphor-icons/react/ArrowClockwise'
import { SignOutIcon } from '@phosphor-icons/react/SignOut'
import { Navigate } from '@tanstack/react-router'
import { InstallRow } from '#app/install/install-row.tsx'
import { allowedItems } from '#app/accounts/allowed-screens.ts'
import { currentAccount, helpedAccounts } from '#live/signed-in.ts'
import { ACCOUNTS_ITEM, MORE_ITEMS, type MoreLabel } from '#app/shell/navigation/nav-more.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
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

const item = (label: MoreLabel) => MORE_ITEMS.filter((one) => one.label === label)

/**
 * Returns the entries in groups. In the account of somebody else, the first group has all that the
 * person can use, because profile and tiles are hidden there.
 */
const groups = () =>
  currentAccount() ? [allowedItems(MORE_ITEMS), []] : GROUPS.map((labels) => labels.flatMap(item))

/**
 * Shows the menu on screens narrower than 993 px. Wider ones have the same entries in the side
 * menu.
 */
export function MoreScreen() {
  const wide = useWide('desk')
  if (wide) return <Navigate to={paths.home} replace />
  return (
    <Screen title="More" freshness="none">
      {!currentAccount() && (
        <>
          <ProfileRow />
          <MoreTiles />
        </>
      )}
      <nav aria-label="More">
        {groups().map((items, index, { length }) => (
          <ul key={items[0]?.path ?? 'last'} className={styles.group}>
            {items.map(({ label, path, icon }) => (
              <li key={path}>
                <ListLink icon={icon} href={path} label={label} />
              </li>
            ))}
            {index === length - 1 && (
              <>
                <li>
                  <InstallRow />
                </li>
                {helpedAccounts().length > 0 && (
                  <li>
                    <ListLink
                      icon={ACCOUNTS_ITEM.icon}
                      href={ACCOUNTS_ITEM.path}
                      label={ACCOUNTS_ITEM.label}
                    />
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
