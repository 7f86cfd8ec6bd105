import { ArrowDownIcon } from '@phosphor-icons/react/ArrowDown'
import { useRef, useState } from 'react'
import { NothingSaved } from '#app/list-state.tsx'
import { NotLoaded } from '#app/problems/not-loaded.tsx'
import { useOffline } from '#app/problems/problems.ts'
import { useNow } from '#app/problems/use-now.ts'
import { runAction } from '#app/failure/run-action.ts'
import { emptinessOf } from '#app/query/emptiness.ts'
import { userChat } from '#live/chat/chat.ts'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { Composer } from './composer.tsx'
import { daysOf, type Day } from './conversation.ts'
import { MessageLine } from './message-line.tsx'
import css from './thread.module.css'
import { dayTitle } from './times.ts'
import { useMarkRead, type useThread } from './use-chat.ts'
import { useScroll } from './use-scroll.ts'

const CLOCK_MS = 60_000

type ThreadProps = { channel: string; conversation: ReturnType<typeof useThread> }

/** Shows the messages and the field for the next one. */
export function Thread({ channel, conversation }: ThreadProps) {
  const { row, thread, waiting, answer } = conversation
  const messages = thread?.messages ?? []
  const last = messages.at(-1)
  const unsent = waiting.at(-1)
  const { box, onScroll, toEnd, atEnd, news } = useScroll({
    count: messages.length + waiting.length,
    last: unsent?.key ?? last?.key ?? last?.id ?? '',
    mine: unsent !== undefined || last?.author === 'me',
  })
  useMarkRead(row, last?.sequence ?? 0, atEnd)
  const isEmpty = messages.length === 0 && waiting.length === 0
  return (
    <>
      <div ref={box} className={css.box} onScroll={onScroll}>
        {isEmpty ? (
          <EmptyThread answer={answer} isSaid={(row?.last_sequence ?? 0) > 0} />
        ) : (
          <>
            {thread?.hasEarlier && <EarlierButton channel={channel} />}
            <Log days={daysOf(messages, waiting)} conversation={conversation} />
          </>
        )}
      </div>
      {news > 0 && (
        <div className={css.news}>
          <Button variant="primary" size="sm" icon={ArrowDownIcon} onClick={toEnd}>
            {news === 1 ? '1 new message' : `${news} new messages`}
          </Button>
        </div>
      )}
      <Composer channel={channel} name={row?.name ?? ''} onSent={toEnd} />
    </>
  )
}

type LogProps = { days: Day[]; conversation: ThreadProps['conversation'] }

/** Shows the messages. `aria-live="polite"` announces new ones after the current speech. */
function Log({ days, conversation: { row, waiting } }: LogProps) {
  const now = useNow(CLOCK_MS)
  const seen = days
    .flatMap(({ lines }) => lines)
    .filter(
      ({ mine, sequence }) => mine && sequence !== null && sequence <= (row?.seen_sequence ?? 0),
    )
    .at(-1)
  return (
    <div className={css.log} role="log" aria-label="Messages" aria-live="polite">
      {days.map(({ day, at, lines }) => (
        <section key={day} className={css.day} aria-label={dayTitle(at, now)}>
          <p className={css.daySign} aria-hidden>
            {dayTitle(at, now)}
          </p>
          <ul className={css.lines}>
            {lines.map((line) => (
              <MessageLine
                key={line.key}
                line={line}
                name={row?.name ?? ''}
                seenAt={line === seen && row?.seen_at ? Date.parse(row.seen_at) : null}
                isHeld={line.waiting !== null && isHeld(waiting, line.waiting.seq)}
                now={now}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** Returns whether an earlier message could not be sent. */
const isHeld = (waiting: ThreadProps['conversation']['waiting'], seq: number) =>
  waiting.some((entry) => entry.state !== 'waiting' && entry.seq < seq)

function EarlierButton({ channel }: { channel: string }) {
  const [busy, setBusy] = useState(false)
  const asking = useRef(false)
  async function ask() {
    if (asking.current) return
    asking.current = true
    setBusy(true)
    await runAction('show earlier messages', async () => userChat()?.loadEarlier(channel))
    asking.current = false
    setBusy(false)
  }
  return (
    <div className={css.earlier}>
      <Button size="sm" busy={busy} onClick={() => void ask()}>
        Show earlier messages
      </Button>
    </div>
  )
}

type NothingProps = { answer: ThreadProps['conversation']['answer']; isSaid: boolean }

/**
 * Shows a different state for each of: loading, empty, failed, and not saved on this device. If the
 * list knows of a message, the conversation counts as loading, for example after the server was
 * restored from a backup.
 */
function EmptyThread({ answer, isSaid }: NothingProps) {
  const offline = useOffline()
  const isComing = isSaid && !offline && !answer.error
  const emptiness = emptinessOf({
    value: isSaid ? undefined : answer.value,
    loading: answer.loading || isComing,
    error: answer.error,
  })
  switch (emptiness) {
    case 'loading':
      return (
        <div className={css.loading} role="status" aria-label="Loading messages">
          <Skeleton width="58%" height={44} radius={20} />
          <Skeleton width="40%" height={44} radius={20} />
        </div>
      )
    case 'failed':
      return <NotLoaded what="messages" list={answer} />
    case 'unsaved':
      return <NothingSaved what="messages" />
    default:
      return <p className={css.nothing}>No messages yet. Write the first one below.</p>
  }
}
