import { PageHead, shownDay, shownMinute, Table } from '../../../platform/html/parts.tsx'
import type { AuditEntry } from '../../actions/audit-log.ts'
import { BlockForm } from '../actions/block-form.tsx'
import type { Visit } from '../frame/console-session.ts'
import { ConsolePage } from '../frame/layout.tsx'
import { PersonLink } from '../frame/parts.tsx'
import { WhatHappened } from '../screens/audit-page.tsx'
import { linkPath, widgetPath, type LinkView, type WidgetView } from './things.ts'

type Props = { visit: Visit; entries: AuditEntry[] }

export const LinkPage = (props: Props & { view: LinkView }) => {
  const { visit, entries, view } = props
  const { link, name, owner, changes } = view
  return (
    <ConsolePage visit={visit} screen="people" title={link.name || name}>
      <PageHead
        back={{ href: `/console/people/${owner.id}`, text: 'Owner' }}
        title={link.name || name}
        text={
          <>
            Link of <PersonLink {...owner} />, created on {shownDay(link.createdAt, true)}
          </>
        }
      />
      <p class="lead">
        {name} leads to {link.url}
      </p>
      <BlockForm
        {...{ visit }}
        row={link}
        subject={`link ${link.id}`}
        shownSubject={`link ${name}`}
        back={linkPath(link.id)}
      />
      <h2>Former targets</h2>
      {changes.length === 0 ? (
        <p class="none">The target was never changed.</p>
      ) : (
        <Table
          label="Former targets"
          columns={[
            { name: 'When', is: 'short', cell: ({ changedAt }) => shownMinute(changedAt) },
            {
              name: 'Who',
              cell: ({ userId, email }) =>
                userId === null ? 'the server' : (email ?? 'former user'),
            },
            { name: 'From', is: 'long', cell: ({ fromUrl }) => fromUrl },
            { name: 'To', is: 'long', cell: ({ toUrl }) => toUrl },
          ]}
          rows={changes}
        />
      )}
      <WhatHappened entries={entries} what="link" />
    </ConsolePage>
  )
}

export const WidgetPage = (props: Props & { view: WidgetView }) => {
  const { visit, entries, view } = props
  const { widget, owner, collection } = view
  return (
    <ConsolePage visit={visit} screen="people" title={widget.name}>
      <PageHead
        back={{ href: `/console/people/${owner.id}`, text: 'Owner' }}
        title={widget.name}
        text={
          <>
            Widget of <PersonLink {...owner} />, created on {shownDay(widget.createdAt, true)}
          </>
        }
      />
      <p class="lead">
        {collection === null
          ? 'Its collection is deleted.'
          : `It shows the collection ${collection}.`}{' '}
        <a href={`/w/${widget.key}`}>/w/{widget.key}</a>
      </p>
      <BlockForm
        {...{ visit }}
        row={widget}
        subject={`widget ${widget.key}`}
        back={widgetPath(widget.key)}
      />
      <WhatHappened entries={entries} what="widget" />
    </ConsolePage>
  )
}
