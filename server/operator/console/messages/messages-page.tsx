import { randomUUID } from 'node:crypto'
import { unitsFor } from '#contract/text/graphemes.ts'
import { SUPPORT_NAME } from '../../../partners/chat/channels.ts'
import type { listReported } from '../../../partners/chat/reports.ts'
import type { MessageRow } from '../../../partners/chat/send-message.ts'
import { Talk } from '../../../partners/chat/talk.tsx'
import {
  Empty,
  PageHead,
  shownDay,
  shownMinute,
  Table,
  Badge,
} from '../../../platform/html/parts.tsx'
import { Csrf } from '../../../platform/html/work-document.tsx'
import type { ListedChannel } from '../../chat.ts'
import type { Visit } from '../frame/console-session.ts'
import { ConsolePage } from '../frame/layout.tsx'
import { PersonLink } from '../frame/parts.tsx'

type Reported = Awaited<ReturnType<typeof listReported>>[number]

type Thread = {
  /** Channel, or the user to whom support has not written yet. */
  subject: string
  userId: string
  email: string
  /** Name of the brand; null for support. */
  brand: string | null
  messages: MessageRow[]
  /** Page with earlier messages. */
  earlier: string | null
  /** Page of this thread. */
  back: string
}

type Props = { visit: Visit; channels: ListedChannel[] }

const TEXT = 'What creators wrote to support and to brands. You answer as support or for the brand.'

export const MessagesPage = ({ visit, channels, reported }: Props & { reported: Reported[] }) => (
  <ConsolePage visit={visit} screen="messages" title="Messages">
    <PageHead title="Messages" text={TEXT} />
    {channels.length === 0 ? (
      <Empty title="No messages yet" text="Creators can write to support from the app." />
    ) : (
      <div class="msgs">
        <Channels channels={channels} />
      </div>
    )}
    {reported.length > 0 && <ReportedMessages reported={reported} />}
  </ConsolePage>
)

export const ThreadPage = ({ visit, channels, thread }: Props & { thread: Thread }) => {
  const { email, userId, brand, messages, earlier } = thread
  return (
    <ConsolePage visit={visit} screen="messages" title={`Messages with ${email}`}>
      <PageHead
        back={{ href: '/console/messages', text: 'All messages' }}
        title="Messages"
        text={TEXT}
      />
      <div class="msgs two">
        <Channels channels={channels} current={thread.subject} />
        <section class="thread" aria-labelledby="with">
          <header>
            <h2 id="with">
              {email} and {brand ?? SUPPORT_NAME}
            </h2>
            <a class="btn" href={`/console/people/${userId}`}>
              Open person
            </a>
          </header>
          {earlier !== null && (
            <p class="older">
              <a href={earlier}>Earlier messages</a>
            </p>
          )}
          <Talk messages={messages} names={{ own: brand ?? SUPPORT_NAME, other: email }} />
          <MessageForm visit={visit} thread={thread} />
        </section>
      </div>
    </ConsolePage>
  )
}

const Channels = ({ channels, current }: { channels: ListedChannel[]; current?: string }) => (
  <ul>
    {channels.map(({ channel, brandName, email, unread }) => (
      <li key={channel.id}>
        <a
          class="chrow"
          href={`/console/messages/${channel.id}#end`}
          aria-current={`channel ${channel.id}` === current ? 'page' : undefined}
          data-unread={unread > 0 ? '' : undefined}
        >
          <span class="pt-text">
            <span class="nm">{email}</span>
            <span class="lt">{brandName ?? SUPPORT_NAME}</span>
          </span>
          <span class="tm">
            {shownDay(channel.updatedAt)}
            <Badge count={unread} state="unread" />
          </span>
        </a>
      </li>
    ))}
  </ul>
)

const MessageForm = ({ visit, thread }: { visit: Visit; thread: Thread }) => (
  <form method="post" action="/console/actions/message.send" class="say" id="end">
    <Csrf value={visit.csrf} />
    <input type="hidden" name="subject" value={thread.subject} />
    <input type="hidden" name="back" value={thread.back} />
    <input type="hidden" name="key" value={randomUUID()} />
    <label>
      Answer as {thread.brand ?? SUPPORT_NAME}
      <textarea name="text" rows={3} maxlength={unitsFor(4000)} required />
    </label>
    <button class="btn primary" type="submit">
      Send
    </button>
  </form>
)

const ReportedMessages = ({ reported }: { reported: Reported[] }) => (
  <>
    <h2>Reported messages</h2>
    <Table
      label="Reported messages"
      columns={[
        { name: 'Person', cell: ({ email, userId }) => <PersonLink id={userId} email={email} /> },
        { name: 'When', is: 'short', cell: ({ report }) => shownMinute(report.createdAt) },
        {
          name: 'Report',
          is: 'long',
          cell: ({ report, brandName }) =>
            `${report.by === 'person' ? 'The person' : (brandName ?? SUPPORT_NAME)} reports: ${report.reason}`,
        },
        {
          name: 'Message',
          is: 'long',
          cell: ({ message }) => (
            <a href={`/console/messages/${message.channelId}`}>{message.text || 'A picture'}</a>
          ),
        },
      ]}
      rows={reported}
    />
  </>
)
