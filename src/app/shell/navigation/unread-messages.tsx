import { ChatCircleDotsIcon } from '@phosphor-icons/react/ChatCircleDots'
import { useAtomValue } from 'jotai'
import { paths } from '#paths.ts'
import { chatAtom } from '../chat.ts'
import styles from './unread-messages.module.css'

/** Shows a link to the chat tab. Hidden without access to chat. */
export function UnreadMessages() {
  const chat = useAtomValue(chatAtom)
  if (!chat) return null
  const { unread } = chat
  const label = unread === 1 ? '1 unread message' : `${unread} unread messages`
  return (
    <a className={styles.link} href={paths.chats} aria-label={label} title="Messages">
      <ChatCircleDotsIcon size={25} aria-hidden />
      {unread > 0 && <span className={`${styles.dot} num`}>{badgeText(unread)}</span>}
    </a>
  )
}

/** Shows the number of unread messages on a link to chat. */
export function UnreadCount({ flat }: { flat?: boolean }) {
  const unread = useAtomValue(chatAtom)?.unread ?? 0
  if (unread === 0) return null
  return (
    <span className={`${styles.count} num`} data-flat={flat}>
      <span className="vh">, </span>
      <span>{badgeText(unread)}</span>
      <span className="vh"> unread</span>
    </span>
  )
}

const badgeText = (unread: number) => (unread > 99 ? '99+' : unread)
