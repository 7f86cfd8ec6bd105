import { ClockIcon } from '@phosphor-icons/react/Clock'
import { WarningCircleIcon } from '@phosphor-icons/react/WarningCircle'
import type { ChatChannel, ChatMessage } from '#contract/partners/chat.ts'
import { BrandLogo } from '#features/partners/brands/picture.tsx'
import { paths } from '#paths.ts'
import css from './channel-row.module.css'
import type { WaitingMessage } from './conversation.ts'
import { shortTime } from './times.ts'

type ChannelRowProps = {
  channel: ChatChannel
  /** Last unsent message. */
  waiting: WaitingMessage | undefined
  now: number
  current: boolean
}

/** Shows a conversation in the list: its name, the last message and the number of unread ones. */
export function ChannelRow({ channel, waiting, now, current }: ChannelRowProps) {
  const { url, name, organization, last_message, unread_count: unread } = channel
  const at = waiting?.queuedAt ?? (last_message ? Date.parse(last_message.created_at) : null)
  return (
    <a
      className={css.row}
      href={paths.chat(url)}
      data-unread={unread > 0 || undefined}
      aria-current={current ? 'page' : undefined}
    >
      <span className={css.logo}>
        <BrandLogo name={name} src={organization?.logo_url ?? null} />
      </span>
      <span className={css.name} dir="auto">
        {name}
      </span>
      <span className={`${css.time} num`}>{at !== null && shortTime(at, now)}</span>
      <span className={`${css.last} hint`} dir="auto">
        {waiting ? <Waiting entry={waiting} /> : lastText(last_message)}
      </span>
      <span className={css.end}>
        {unread > 0 && (
          <span className={`${css.count} num`}>
            <span>{unread > 99 ? '99+' : unread}</span>
            <span className="vh"> unread</span>
          </span>
        )}
      </span>
    </a>
  )
}

const Waiting = ({ entry: { state, change } }: { entry: WaitingMessage }) =>
  state === 'waiting' ? (
    <>
      <ClockIcon size={14} weight="bold" aria-label="Waiting to be sent" />
      <span>{` ${change.text}`}</span>
    </>
  ) : (
    <span className={css.problem}>
      <WarningCircleIcon size={14} weight="fill" aria-hidden />
      <span>{` Not sent: ${change.text}`}</span>
    </span>
  )

function lastText(message: ChatMessage | null): string {
  if (!message) return 'Nothing said yet'
  const text = message.text === '' ? 'Picture' : message.text
  return message.author === 'me' ? `You: ${text}` : text
}
