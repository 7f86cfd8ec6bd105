import type { Child } from 'hono/jsx'
import { squareImage } from '#contract/images/images.ts'
import { APP_NAME } from '#contract/app-constants.ts'
import { shownHost, shownName } from '#contract/text/hosts.ts'
import { utcTime } from '../../platform/utc-time.ts'
import type { InspectedLink } from './inspection.ts'
import { Note } from '../../platform/html/form.tsx'
import { Heading, ReadingPage } from '../../platform/html/layout.tsx'
import { ReportedNote } from './reported-note.tsx'

type Props = {
  link: InspectedLink
  /** Short address without the scheme. */
  address: string
  isReported: boolean
  children: Child
}

/** Shows where a short link leads, without following it. */
export const InspectionPage = ({ link, address, isReported, children }: Props) => (
  <ReadingPage title={`About ${address}`}>
    {isReported && <ReportedNote />}
    <Heading title="Where this link goes">
      <strong>{address}</strong>
    </Heading>
    <Destination link={link} />
    <ul class="facts">
      <li>
        Created on <time datetime={link.createdAt.toISOString()}>{day.format(link.createdAt)}</time>
        .
      </li>
      {link.hasRules && <li>Some visitors are led elsewhere, for instance by country.</li>}
      {link.passesQuery && <li>Extra parameters after “?” are forwarded.</li>}
      {link.paysOwner && <li>Its creator may earn a commission when you buy there.</li>}
      <li>Opening this page does not count as a visit.</li>
    </ul>
    {children}
  </ReadingPage>
)

const STATES = {
  locked: 'Visitors need a password to open this link.',
  ended: 'This link has ended.',
  blocked: 'The operator of this site blocked this link.',
} as const

function StateText({ link: { state, startsAt } }: { link: InspectedLink }) {
  if (state !== 'early' && state !== 'open') return <>{STATES[state]}</>
  if (!startsAt) return null
  return (
    <>
      This link opens on <time datetime={startsAt.toISOString()}>{utcTime(startsAt)}</time>.
    </>
  )
}

function Destination({ link }: { link: InspectedLink }) {
  const { state, url, title, picture } = link
  const parts = url === null ? null : splitUrl(url)
  return (
    <>
      {state !== 'open' && (
        <Note tone="warn">
          <StateText link={link} /> {afterState(state, parts !== null)}
        </Note>
      )}
      {parts && (
        <div class="goes">
          {title !== null && (
            <div class="about-page">
              {picture && <img src={squareImage(picture, 96)} alt="" />}
              <bdi>{shownName(title)}</bdi>
            </div>
          )}
          <p class="url" {...(isLong(url) && SCROLLABLE)}>
            {parts.before}
            <strong>{shownHost(parts.host)}</strong>
            {parts.after}
          </p>
          <a
            class="button"
            href={url ?? ''}
            rel="noopener nofollow ugc"
            referrerpolicy="no-referrer"
          >
            Open {shownHost(parts.host)}
          </a>
        </div>
      )}
    </>
  )
}

function afterState(state: InspectedLink['state'], hasTarget: boolean): string {
  if (state === 'early' || state === 'locked') return ''
  return hasTarget ? 'It now redirects here:' : 'It does not redirect.'
}

const isLong = (url: string | null) => url !== null && url.length > 500
/** A scrollable area must be reachable by keyboard. */
const SCROLLABLE = { 'data-long': true, tabindex: 0, role: 'group', 'aria-label': 'Where it goes' }

/** Splits a URL to highlight the host, the part that cannot be disguised. */
function splitUrl(url: string) {
  const { host } = new URL(url)
  const at = url.toLowerCase().indexOf(host)
  const end = at + host.length
  return { before: url.slice(0, at), host: url.slice(at, end), after: url.slice(end) }
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export const UnknownLinkPage = () => (
  <ReadingPage title="Link not found">
    <Heading title="This link does not exist">
      Check the address for a typing mistake, or ask the person who shared it.
    </Heading>
    <a class="button" href="/">
      Go to {APP_NAME}
    </a>
  </ReadingPage>
)

export const BrokenLinkPage = () => (
  <ReadingPage title="Something went wrong">
    <Heading title="Something went wrong">
      There is a problem on our server. Try again in a moment.
    </Heading>
  </ReadingPage>
)
