import { CaretRightIcon } from '@phosphor-icons/react/CaretRight'
import { useState } from 'react'
import { count } from '#app/formats.ts'
import type { MovedIn, MoveInDraft } from '#contract/page/move-in.ts'
import { shownUrl } from '#contract/text/hosts.ts'
import { PickRow } from '#features/links/pick/pick-row.tsx'
import { paths } from '#paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { Thumb } from '#ui/pictures/thumb.tsx'
import { alsoText } from './also-text.ts'
import { LeftOutNotes } from './left-out-notes.tsx'
import css from './move-in.module.css'
import { useCreate } from './use-create.ts'

type ReviewProps = {
  draft: MoveInDraft
  /** Targets of links that the user does not want to keep. */
  removed: string[]
  setRemoved: (removed: string[]) => void
  startAgain: () => void
  onMoved: (answer: MovedIn) => void
}
type FoundLink = MoveInDraft['sections'][number]['links'][number]

/** Shows what was found on the old page. The user chooses the links to keep. */
export function Review({ draft, removed, setRemoved, startAgain, onMoved }: ReviewProps) {
  const { create, busy, error } = useCreate(draft, { removed, onMoved })
  const links = draft.sections.flatMap((section) => section.links)
  const toggle = (url: string) =>
    setRemoved(removed.includes(url) ? removed.filter((one) => one !== url) : [...removed, url])
  if (links.length === 0) return <NothingFound draft={draft} startAgain={startAgain} />
  const also = alsoText(draft)
  return (
    <div className={`${css.review} stack`}>
      <p className={css.lead}>
        We read <b className={css.address}>{nameOf(draft.url)}</b>. Nothing is public until you
        publish it.
      </p>
      <Links links={links} removed={removed} toggle={toggle} />
      {also && (
        <section aria-labelledby="also">
          <h2 id="also">Also</h2>
          <p className={css.lead}>{also}</p>
        </section>
      )}
      <LeftOutNotes notes={draft.left_out} />
      <div className={`${css.bar} stack`}>
        <FieldError text={error} />
        <Button variant="primary" size="lg" block busy={busy} onClick={() => void create()}>
          {draft.has_page ? 'Add to my page' : 'Create my page'}
        </Button>
      </div>
    </div>
  )
}

const nameOf = (url: string) =>
  shownUrl(url)
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/\/$/, '')

/** Number of links to show at first. */
const FIRST_LINKS = 3

type LinksProps = {
  links: FoundLink[]
  removed: string[]
  toggle: (url: string) => void
}

function Links({ links, removed, toggle }: LinksProps) {
  const [all, setAll] = useState(links.length <= FIRST_LINKS + 1)
  const kept = links.filter(({ url }) => !removed.includes(url)).length
  const more = links.length - FIRST_LINKS
  return (
    <section aria-labelledby="found-links">
      <h2 id="found-links" aria-live="polite">
        {kept === links.length ? linkCount(kept) : `${count(kept)} of ${linkCount(links.length)}`}
      </h2>
      <ul className={css.links}>
        {(all ? links : links.slice(0, FIRST_LINKS)).map((link) => (
          <li key={link.url}>
            <PickRow
              title={link.title}
              detail={nameOf(link.url)}
              picture={<Thumb src={link.image_url} />}
              isHeld={false}
              isChosen={!removed.includes(link.url)}
              toggle={() => toggle(link.url)}
            />
          </li>
        ))}
      </ul>
      {!all && (
        <button type="button" className={css.more} onClick={() => setAll(true)}>
          <span>{`Show ${count(more)} more`}</span>
          <CaretRightIcon size={15} weight="bold" aria-hidden />
        </button>
      )}
    </section>
  )
}

const linkCount = (links: number) => (links === 1 ? '1 link' : `${count(links)} links`)

/** Shows what the server refused when it created the page. */
export const Done = ({ leftOut }: { leftOut: MoveInDraft['left_out'] }) => (
  <div className={`${css.review} stack`}>
    <p role="status" className={css.lead}>
      Your links are on your page. Some parts were not added.
    </p>
    <LeftOutNotes notes={leftOut} />
    <div className={`${css.bar} stack`}>
      <ButtonLink href={paths.pageHome} variant="primary" size="lg" block>
        Go to my page
      </ButtonLink>
    </div>
  </div>
)

const NothingFound = ({ draft, startAgain }: Pick<ReviewProps, 'draft' | 'startAgain'>) => (
  <>
    <EmptyState
      title="No links found"
      text={`We read ${nameOf(draft.url)}, but found no links that could be imported.`}
      action={<Button onClick={startAgain}>Try another address</Button>}
    />
    <LeftOutNotes notes={draft.left_out} />
  </>
)
