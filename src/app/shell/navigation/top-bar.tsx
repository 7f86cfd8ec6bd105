import { PlusIcon } from '@phosphor-icons/react/Plus'
import { useAtomValue, useSetAtom } from 'jotai'
import { APP_NAME } from '#contract/app-constants.ts'
import { Button } from '#ui/button.tsx'
import { Wordmark } from '#ui/mark.tsx'
import { paths } from '#paths.ts'
import { Bell } from './bell.tsx'
import { openView } from '../../dialog/link-dialog-state.ts'
import { shortcutsAtom } from '../../shortcuts/setting.ts'
import styles from './top-bar.module.css'
import { UnreadMessages } from './unread-messages.tsx'

/** Shows the top bar, from 993 px on. Below that, each screen's header takes its place. */
export function TopBar({ createButton }: { createButton: boolean }) {
  const open = useSetAtom(openView)
  const keys = useAtomValue(shortcutsAtom)
  return (
    <header className={styles.bar}>
      <a className={styles.logo} href={paths.home} aria-label={`${APP_NAME} home`}>
        <Wordmark name={APP_NAME} />
      </a>
      <Bell />
      <UnreadMessages />
      {createButton && (
        <Button
          variant="create"
          size="md"
          icon={PlusIcon}
          aria-keyshortcuts={keys ? 'c' : undefined}
          onClick={() => open({ name: 'create' })}
        >
          Create a link
        </Button>
      )}
    </header>
  )
}
