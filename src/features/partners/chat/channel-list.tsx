import { useState } from 'react'
import { AnswerList } from '#app/answer-list.tsx'
import { useNow } from '#app/problems/use-now.ts'
import { useWaiting } from '#app/outbox/use-waiting.ts'
import type { ChatChannel } from '#contract/partners/chat.ts'
import { fold } from '#contract/search/fold.ts'
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { useDebounced } from '#ui/use-debounced.ts'
import css from './channel-list.module.css'
import { ChannelRow } from './channel-row.tsx'
import { waitingIn } from './conversation.ts'
import { useFoundChannels, type useChannels } from './use-chat.ts'

const CLOCK_MS = 60_000
/** Minimum number of conversations for a search field. */
const MIN_ROWS_FOR_SEARCH = 2

type ChannelListProps = { channels: ReturnType<typeof useChannels>; current: string | undefined }

/** Shows the conversations, newest first. */
export function ChannelList({ channels: { rows, answer }, current }: ChannelListProps) {
  const [query, setQuery] = useState('')
  const [words, setWords] = useDebounced(query, SEARCH_DEBOUNCE_MS, setQuery)
  const found = useFoundChannels(query.trim())
  const shown = rows?.filter((row) => matchesSearch(row, words) || found.includes(row.url))
  return (
    <>
      {(rows?.length ?? 0) >= MIN_ROWS_FOR_SEARCH && (
        <SearchField
          className={css.search}
          label="Find a brand"
          value={words}
          onChange={setWords}
        />
      )}
      <AnswerList
        what="messages"
        // All rows: without a match, the list is filtered and not empty.
        rows={rows && [...rows]}
        answer={answer}
        loading={<Loading />}
        empty={
          <EmptyState
            title="No messages yet."
            text="Ask a brand something: its page has a Message button."
            action={<ButtonLink href={paths.brands}>Find a brand</ButtonLink>}
          />
        }
      >
        {() => <Rows rows={shown ?? []} words={words} current={current} />}
      </AnswerList>
    </>
  )
}

type RowsProps = { rows: ChatChannel[]; words: string; current: string | undefined }

function Rows({ rows, words, current }: RowsProps) {
  const now = useNow(CLOCK_MS)
  const entries = useWaiting()
  return (
    <>
      <p className="vh" role="status">
        {words.trim() !== '' &&
          (rows.length === 1 ? '1 conversation' : `${rows.length} conversations`)}
      </p>
      {rows.length === 0 && (
        <EmptyState title="No conversations match" text="Try fewer words, or another one." />
      )}
      <ul aria-label="Conversations">
        {rows.map((row) => (
          <li key={row.url}>
            <ChannelRow
              channel={row}
              waiting={waitingIn(entries, row.url).at(-1)}
              now={now}
              current={row.url === current}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

const matchesSearch = ({ name, last_message }: ChatChannel, words: string) =>
  fold(`${name}\n${last_message?.text ?? ''}`).includes(fold(words.trim()))

const Loading = () => (
  <div role="status" aria-label="Loading messages">
    {[64, 48, 56].map((width) => (
      <div key={width} className={css.loading}>
        <Skeleton width={48} height={48} radius={12} />
        <span>
          <Skeleton width={`${width}%`} height={14} />
          <Skeleton width="80%" height={12} />
        </span>
      </div>
    ))}
  </div>
)
