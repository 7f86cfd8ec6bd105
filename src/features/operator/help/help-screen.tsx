import { ChatCircleTextIcon } from '@phosphor-icons/react/ChatCircleText'
import { EnvelopeSimpleIcon } from '@phosphor-icons/react/EnvelopeSimple'
import { FileTextIcon } from '@phosphor-icons/react/FileText'
import { KeyboardIcon } from '@phosphor-icons/react/Keyboard'
import { WrenchIcon } from '@phosphor-icons/react/Wrench'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { getFaq, getStaticPages } from '#api/help.ts'
import { useConversation } from '#app/chat/use-conversation.ts'
import { AnswerList } from '#app/answer-list.tsx'
import { useAnswer } from '#app/query/use-answer.ts'
import { useDialogParam } from '#app/dialog/use-dialog-param.ts'
import { chatAtom } from '#app/shell/chat.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import type { Faq } from '#contract/help.ts'
import { serverAddress } from '#http/endpoint.ts'
import { paths } from '#paths.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ListButton, ListLink } from '#ui/list-row.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import css from './help-screen.module.css'
import { Questions } from './questions.tsx'
import { matchesSearch } from './words.ts'

/** Shows the questions and answers of the operator, and the ways to contact support. */
export function HelpScreen() {
  const faq = useAnswer('faq', getFaq, { copy: true, isSecondary: true })
  const [query, setQuery] = useState('')
  return (
    <Screen title="Help" freshness={faq} back={paths.more} narrow className={`${css.screen} stack`}>
      {faq.value && faq.value.length > 0 && (
        <SearchField label="Search questions" value={query} onChange={setQuery} />
      )}
      <AnswerList
        what="questions"
        rows={faq.value}
        answer={faq}
        loading={<QuestionsSkeleton />}
        empty={<EmptyState title="No questions here yet" text="Ask your question below." />}
      >
        {(rows) => (
          <SearchResults rows={rows.filter((row) => matchesSearch(row, query))} query={query} />
        )}
      </AnswerList>
      <Support />
      <AboutThisSite />
    </Screen>
  )
}

const SearchResults = ({ rows, query }: { rows: Faq[]; query: string }) => (
  <>
    <p className="vh" role="status">
      {query.trim() !== '' && (rows.length === 1 ? '1 question' : `${rows.length} questions`)}
    </p>
    {rows.length > 0 ? (
      <Questions rows={rows} />
    ) : (
      <EmptyState title="No questions match" text="Try fewer, or ask below." />
    )}
  </>
)

/**
 * Opens the support channel of the chat, which only this screen offers; hidden if chat is not
 * available.
 */
function SupportChat() {
  const hasChat = useAtomValue(chatAtom) !== null
  const { busy, open } = useConversation()
  if (!hasChat) return null
  return (
    <ListButton
      icon={ChatCircleTextIcon}
      label="Chat with support"
      opens
      aria-busy={busy || undefined}
      onClick={() => open({ channel: 'support' })}
    />
  )
}

/**
 * Links to the operator's contact page and to other help. The server shows the operator's address
 * if no contact page is written yet.
 */
function Support() {
  const keys = useDialogParam('keys')
  return (
    <section aria-labelledby="support">
      <h2 id="support" className={css.heading}>
        Not in here?
      </h2>
      <div className={css.rows}>
        <SupportChat />
        <ListLink
          icon={EnvelopeSimpleIcon}
          href={serverAddress('/contact')}
          label="Contact support"
        />
        <ListLink icon={WrenchIcon} href={paths.tools} label="Tools for your other apps" />
        <ListButton
          icon={KeyboardIcon}
          label="Keyboard shortcuts"
          opens
          onClick={() => keys.open('1')}
        />
      </div>
    </section>
  )
}

function AboutThisSite() {
  const pages = useAnswer('static pages', getStaticPages, { copy: true, isSecondary: true })
  const others = pages.value?.filter(({ slug, url }) => slug !== 'contact' && isWebUrl(url)) ?? []
  if (others.length === 0) return null
  return (
    <section aria-labelledby="about-site">
      <h2 id="about-site" className={css.heading}>
        About this site
      </h2>
      <div className={css.rows}>
        {others.map(({ slug, title, url }) => (
          <ListLink key={slug} icon={FileTextIcon} href={url} label={title} />
        ))}
      </div>
    </section>
  )
}

const isWebUrl = (url: string) => /^https?:\/\//.test(url)

const QuestionsSkeleton = () => (
  <div className={css.waiting} role="status" aria-label="Loading questions">
    {[70, 52, 64].map((width) => (
      <Skeleton key={width} width={`${width}%`} height={16} />
    ))}
  </div>
)
