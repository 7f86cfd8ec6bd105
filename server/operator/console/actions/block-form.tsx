import { Tag } from '../../../platform/html/parts.tsx'
import type { Visit } from '../frame/console-session.ts'
import { ActionForm } from './action-form.tsx'

type Props = {
  visit: Visit
  row: { blockedAt: Date | null; blockWhy: string; blockRule: string }
  subject: string
  /** Text for screen readers if the subject is an id. */
  shownSubject?: string
  back: string
  /** Noun for the buttons if the page shows more than this thing. */
  what?: string
}

/** Shows whether something is blocked, with the button that changes it. */
export const BlockForm = ({ row, what, ...to }: Props) => {
  const named = what === undefined ? '' : ` ${what}`
  return row.blockedAt === null ? (
    <ActionForm {...to} action="content.block" name={`Block${named}`} asks={['why', 'rule']} />
  ) : (
    <>
      <p class="lead">
        <Tag tone="danger">{what === undefined ? 'Blocked' : `The ${what} is blocked`}</Tag>{' '}
        {row.blockWhy} ({row.blockRule})
      </p>
      <ActionForm {...to} action="content.unblock" name={`Unblock${named}`} />
    </>
  )
}
