import { BellIcon } from '@phosphor-icons/react/Bell'
import { useAtomValue } from 'jotai'
import { useDialogParam } from '../../dialog/use-dialog-param.ts'
import { unreadAtom } from '../../facts/facts.ts'
import styles from './unread-messages.module.css'

/** Opens the notifications. The badge shows how many are unread. */
export function Bell() {
  const unread = useAtomValue(unreadAtom)?.total ?? 0
  const dialog = useDialogParam('notifications')
  const label = unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'
  return (
    <button
      type="button"
      className={styles.link}
      aria-label={label}
      title="Notifications"
      onClick={() => dialog.open('')}
    >
      <BellIcon size={25} aria-hidden />
      {unread > 0 && <span className={`${styles.dot} num`}>{unread > 99 ? '99+' : unread}</span>}
    </button>
  )
}
