import type { Child } from 'hono/jsx'
import { pictureUrl } from '../../links/brands/organizations.ts'
import { LinkedText } from '../../page/public-page/linked-text.tsx'
import { shownDay } from '../../platform/html/parts.tsx'
import type { MessageRow } from './send-message.ts'

type Props = {
  messages: MessageRow[]
  /** Names of both sides for screen readers: of the reader's own side and of the user. */
  names: { own: string; other: string }
  /** Returns what stands below a message of the user. */
  foot?: (message: MessageRow) => Child
}

const dayOf = (message: MessageRow) => shownDay(message.createdAt, true)

/** Shows the messages between a user and a brand or support, with a line for each day. */
export const Talk = ({ messages, names, foot }: Props) => (
  <ol class="talk">
    {messages.flatMap((message, nth) => {
      const before = messages[nth - 1]
      const isNewDay = before === undefined || dayOf(before) !== dayOf(message)
      const shown = <Message key={message.id} {...{ message, names }} foot={foot?.(message)} />
      return isNewDay ? [<DayLine key={dayOf(message)} day={dayOf(message)} />, shown] : [shown]
    })}
  </ol>
)

const DayLine = ({ day }: { day: string }) => <li class="date">{day}</li>

type MessageProps = Pick<Props, 'names'> & { message: MessageRow; foot: Child }

const Message = ({ message, names, foot }: MessageProps) => {
  const { author, text, createdAt } = message
  const isOwn = author === 'other'
  const picture = pictureUrl(message.imageKey)
  return (
    <li class={isOwn ? 'own' : undefined}>
      <span class="unseen">{isOwn ? names.own : names.other}:</span>
      <div class="bubble" dir="auto">
        {picture !== null && <img src={picture} alt={`Picture from ${names.other}`} />}
        <LinkedText text={text} />
      </div>
      <div class="meta">
        <time datetime={createdAt.toISOString()}>{createdAt.toISOString().slice(11, 16)} UTC</time>
        {!isOwn && foot}
      </div>
    </li>
  )
}
