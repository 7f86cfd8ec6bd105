import { shownMinute, Table } from '../../../platform/html/parts.tsx'
import type { OpenAppeal } from '../../appeals/appeals.ts'
import { ActionForm } from '../actions/action-form.tsx'
import type { Visit } from '../frame/console-session.ts'
import { PersonLink } from '../frame/parts.tsx'
import { linkPath, widgetPath } from '../things/things.ts'

type Props = { visit: Visit; appeals: OpenAppeal[] }

/** Shows open appeals. Whoever blocked something leaves the decision to others. */
export const Appeals = ({ visit, appeals }: Props) => (
  <>
    <h2>Appeals</h2>
    <p class="lead">
      The author gets your decision and reason by email. If you blocked it, somebody else decides.
    </p>
    <Table
      label="Open appeals"
      columns={[
        { name: 'About', cell: ({ appeal, email }) => <About appeal={appeal} email={email} /> },
        { name: 'When', is: 'short', cell: ({ appeal }) => shownMinute(appeal.createdAt) },
        { name: 'Appeal', is: 'long', cell: ({ appeal }) => <Texts appeal={appeal} /> },
        {
          name: 'Decision',
          is: 'act',
          cell: ({ appeal }) => <Decisions visit={visit} id={appeal.id} />,
        },
      ]}
      rows={appeals}
      empty={{ title: 'No open appeals', text: 'Appeals against blocks appear here.' }}
    />
  </>
)

type RowProps = Pick<OpenAppeal, 'appeal'>

const About = ({ appeal: { about, targetId, name, userId }, email }: OpenAppeal) => (
  <span class="pt-text">
    <b>
      {about === 'user' ? 'The account' : <Thing about={about} targetId={targetId} name={name} />}
    </b>
    <span class="sub">
      <PersonLink id={userId} email={email} />
    </span>
  </span>
)

type ThingProps = Pick<OpenAppeal['appeal'], 'about' | 'targetId' | 'name'>

const Thing = ({ about, targetId, name }: ThingProps) => {
  if (about === 'link') return <a href={linkPath(targetId)}>Link {name}</a>
  if (about === 'widget') return <a href={widgetPath(name)}>Widget {name}</a>
  return <>Page {name}</>
}

const Texts = ({ appeal: { text, blockWhy, blockRule } }: RowProps) => (
  <span class="pt-text">
    <span>{text}</span>
    <span class="sub">
      Blocked: {blockWhy} ({blockRule})
    </span>
  </span>
)

const Decisions = ({ visit, id }: { visit: Visit; id: number }) => {
  const about = { visit, subject: `appeal ${id}`, back: '/console/reports', asks: ['why'] } as const
  return (
    <>
      <ActionForm {...about} action="appeal.accept" name="Accept and unblock" />
      <ActionForm {...about} action="appeal.reject" name="Reject" />
    </>
  )
}
