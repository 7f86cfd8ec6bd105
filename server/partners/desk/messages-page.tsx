import { initialsOf, unitsFor } from '#contract/text/graphemes.ts'
import type { BrandChannel } from '../chat/brand-side.ts'
import type { MessageRow } from '../chat/send-message.ts'
import { Talk } from '../chat/talk.tsx'
import type { Desk } from './desk-session.tsx'
import { Csrf } from '../../platform/html/work-document.tsx'
import { DeskPage } from './layout.tsx'
import { Empty, PageHead, shownDay, Badge } from '../../platform/html/parts.tsx'
import type { PartnerNames } from './partners.ts'

type MessagePageProps = { desk: Desk; channels: BrandChannel[]; names: PartnerNames; now: Date }
/** Text that was not accepted, and the reason. */
export type RejectedMessage = { text: string; problem: string }
type Thread = {
  id: string
  userId: string
  results: MessageRow[]
  next: number | null
  /** Idempotency key of the form. If it is sent twice, only one message is stored. */
  key: string
  typed: RejectedMessage | undefined
  isReported: boolean
}

const TEXT = 'Partners who do not share their name appear with a number.'

export const ListPage = (props: MessagePageProps) => (
  <DeskPage desk={props.desk} tab="messages" title="Messages">
    <PageHead title="Messages" text={TEXT} />
    {props.channels.length === 0 ? (
      <Empty
        title="No messages yet"
        text="Creators can write to you from your brand page or when they apply for a campaign."
      />
    ) : (
      <div class="msgs">
        <Channels {...props} />
      </div>
    )}
  </DeskPage>
)

export const ThreadPage = (props: MessagePageProps & { thread: Thread }) => {
  const { desk, names, now, thread } = props
  const name = names.at(thread.userId, now)
  return (
    <DeskPage desk={desk} tab="messages" title={`Messages with ${name}`}>
      <PageHead
        back={{ href: '/desk/messages', text: 'All messages' }}
        title="Messages"
        text={TEXT}
      />
      {thread.isReported && (
        <p class="told told-good" role="status">
          Thank you. The operator of this site will review it.
        </p>
      )}
      <div class="msgs two">
        <Channels {...props} current={thread.id} />
        <section class="thread" aria-labelledby="with">
          <header>
            <h2 id="with">{name}</h2>
            <Page names={names} userId={thread.userId} />
          </header>
          {thread.next !== null && (
            <p class="older">
              <a href={`/desk/messages/${thread.id}?before=${thread.next}`}>Earlier messages</a>
            </p>
          )}
          <Talk
            messages={thread.results}
            names={{ own: 'You', other: 'Partner' }}
            foot={({ sequence }) => <ReportForm {...{ desk, channel: thread.id, sequence }} />}
          />
          <MessageForm desk={desk} thread={thread} name={name} />
        </section>
      </div>
    </DeskPage>
  )
}

const Page = ({ names, userId }: { names: PartnerNames; userId: string }) => {
  const { page } = names.of(userId)
  return page === null ? null : (
    <a class="btn" href={page}>
      Open page
    </a>
  )
}

const Channels = ({ channels, names, now, current }: MessagePageProps & { current?: string }) => (
  <ul>
    {channels.map(({ id, userId, last, unread, updatedAt }) => (
      <li key={id}>
        <a
          class="chrow"
          href={`/desk/messages/${id}#end`}
          aria-current={id === current ? 'page' : undefined}
          data-unread={unread > 0 ? '' : undefined}
        >
          <ChannelAvatar
            name={names.at(userId, now)}
            isNamed={names.at(userId, now) !== names.of(userId).id}
          />
          <span class="pt-text">
            <span class="nm">{names.at(userId, now)}</span>
            <span class="lt">
              {last?.author === 'other' && 'You: '}
              {last?.text || (last?.imageKey ? 'A picture' : '')}
            </span>
          </span>
          <span class="tm">
            {shownDay(updatedAt)}
            <Badge count={unread} state="unread" />
          </span>
        </a>
      </li>
    ))}
  </ul>
)

const ChannelAvatar = ({ name, isNamed }: { name: string; isNamed: boolean }) => (
  <span class={isNamed ? 'avatar' : 'mk'} aria-hidden="true">
    {isNamed && initialsOf(name)}
  </span>
)

type ReportProps = { desk: Desk; channel: string; sequence: number }

const ReportForm = ({ desk, channel, sequence }: ReportProps) => (
  <details>
    <summary>Report</summary>
    <form method="post" action={`/desk/messages/${channel}/report`}>
      <Csrf value={desk.csrf} />
      <input type="hidden" name="sequence" value={String(sequence)} />
      <label for={`why-${sequence}`}>What is wrong?</label>
      <input id={`why-${sequence}`} name="reason" maxlength={unitsFor(1000)} required />
      <button class="btn" type="submit">
        Send report
      </button>
    </form>
  </details>
)

const MessageForm = ({ desk, thread, name }: { desk: Desk; thread: Thread; name: string }) => (
  <form method="post" action={`/desk/messages/${thread.id}#end`} class="say" id="end">
    <Csrf value={desk.csrf} />
    <input type="hidden" name="key" value={thread.key} />
    <label>
      Write to {name}
      <textarea
        name="text"
        rows={3}
        maxlength={unitsFor(4000)}
        required
        aria-invalid={thread.typed ? 'true' : undefined}
        aria-describedby={thread.typed ? 'problem' : undefined}
      >
        {thread.typed?.text ?? ''}
      </textarea>
      {thread.typed && (
        <span id="problem" role="alert">
          {thread.typed.problem}
        </span>
      )}
    </label>
    <button class="btn primary" type="submit">
      Send
    </button>
  </form>
)
