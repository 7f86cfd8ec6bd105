import { ChatCircleDotsIcon } from '@phosphor-icons/react/ChatCircleDots'
import { useAtomValue } from 'jotai'
import { paths } from '#paths.ts'
import { chatAtom } from './chat.ts'
import styles from './unread-messages.module.css'

/** Leads to the chat tab; there only with a way into chat. */
export function UnreadMessages() {
  const chat = useAtomValue(chatAtom)
  if (!chat) return null
  const { unread } = chat
  const label = unread === 1 ? '1 unread message' : `${unread} unread messages`
  return (
    <a className={styles.link} href={paths.chats} aria-label={label} title="Messages">
      <ChatCircleDotsIcon size={25} aria-hidden />
      {unread > 0 && <span className={`${styles.dot} num`}>{unread > 99 ? '99+' : unread}</span>}
    </a>
  )
}
