import type { FieldErrors } from '#contract/common.ts'
import { pictureUrl } from '../../../links/brands/organizations.ts'
import { PageHead, shownCount, Table, Tag } from '../../../platform/html/parts.tsx'
import { Csrf } from '../../../platform/html/work-document.tsx'
import { actionOf } from '../../actions/actions.ts'
import type { AuditEntry } from '../../actions/audit-log.ts'
import type { Applied } from '../../content/apply-content.ts'
import { CONTENT_KINDS, ONLY_KEY, type ContentKind } from '../../content/kinds.ts'
import type { KeyedEntry } from '../../content/read-entries.ts'
import type { Visit } from '../frame/console-session.ts'
import { ConsolePage } from '../frame/layout.tsx'
import { WhatHappened } from '../screens/audit-page.tsx'
import { EntryField, KeyField } from './entry-field.tsx'
import { textOfScalar } from './form-values.ts'
import { Lines, OtherErrors, SendAgain } from './review-parts.tsx'

const PATH = '/console/content'
export const NEW = 'new'

/** Returns the path of an entry. Keys of new entries are typed in the form. */
export const entryPath = (name: string, key: string) => `${PATH}/${name}/${encodeURIComponent(key)}`

export const mayEdit = ({ member }: Visit) => actionOf('site.entry').roles.includes(member.role)

export const ContentPage = ({ visit }: { visit: Visit }) => (
  <ConsolePage visit={visit} screen="brands" title="Content">
    <PageHead
      back={{ href: '/console/brands', text: 'Brands' }}
      title="Content"
      text="Everything that the content file sets. Forms and file change the same entries."
    />
    <ul class="kinds">
      {Object.entries(CONTENT_KINDS).map(([name, { title, group }]) => (
        <li key={name}>
          <a href={group === null ? entryPath(name, ONLY_KEY) : `${PATH}/${name}`}>{title}</a>
        </li>
      ))}
    </ul>
  </ConsolePage>
)

type ListProps = { visit: Visit; name: string; kind: ContentKind; entries: KeyedEntry[] }

export const EntriesPage = ({ visit, name, kind, entries }: ListProps) => (
  <ConsolePage visit={visit} screen="brands" title={kind.title}>
    <PageHead
      back={{ href: PATH, text: 'Content' }}
      title={kind.title}
      text={shownCount(entries.length)}
    >
      {mayEdit(visit) && (
        <a class="btn primary" href={entryPath(name, NEW)}>
          Add a {kind.noun}
        </a>
      )}
    </PageHead>
    <Table
      label={kind.title}
      columns={[
        {
          name: 'Name',
          cell: ({ key, entry }) => (
            <a href={entryPath(name, key)}>{textOfScalar(entry[kind.shown ?? '']) || key}</a>
          ),
        },
        { name: 'Key', cell: ({ key }) => key },
        {
          name: 'State',
          cell: ({ entry }) => <StateTag isArchived={entry['archived'] === true} />,
        },
      ]}
      rows={entries}
      empty={{ title: 'Nothing here yet', text: `Add a ${kind.noun}.` }}
    />
  </ConsolePage>
)

const StateTag = ({ isArchived }: { isArchived: boolean }) =>
  isArchived ? <Tag tone="plain">Archived</Tag> : <Tag tone="on">Shown</Tag>

type FormProps = {
  visit: Visit
  name: string
  kind: ContentKind
  /** Key of an existing entry, or null for a new one. */
  entryKey: string | null
  texts: Record<string, string>
  /** Store keys of its pictures by field. */
  pictures: Record<string, string>
  errors?: FieldErrors | undefined
  entries?: AuditEntry[]
}

/** Shows the form of an entry. Members who may not save see the values only. */
export const EntryPage = (props: FormProps) => {
  const { visit, name, kind, entryKey: key, texts, pictures, errors, entries = [] } = props
  const title = titleOf(kind, key, texts)
  const isEditable = mayEdit(visit)
  return (
    <ConsolePage visit={visit} screen="brands" title={errors ? `Error: ${title}` : title}>
      <PageHead
        back={
          kind.group === null
            ? { href: PATH, text: 'Content' }
            : { href: `${PATH}/${name}`, text: kind.title }
        }
        title={title}
        {...(key !== null && kind.group !== null && { text: key })}
      />
      <OtherErrors errors={errors} />
      <form
        method="post"
        action={`${entryPath(name, key ?? NEW)}/review`}
        class="entry"
        novalidate
        enctype={encodingOf(kind)}
      >
        <Csrf value={visit.csrf} />
        {key === null && <KeyField kind={kind} texts={texts} errors={errors} />}
        {kind.fields.map((field) => (
          <EntryField
            key={field.name}
            field={field}
            text={texts[field.name] ?? ''}
            picture={pictureUrl(pictures[field.name] ?? null)}
            errors={errors}
            isEditable={isEditable}
          />
        ))}
        {kind.isOrdered && (
          <EntryField
            field={{
              name: 'place',
              label: 'Place in the list',
              is: 'number',
              help: 'Empty: as now',
            }}
            text={texts['place'] ?? ''}
            picture={null}
            errors={errors}
            isEditable={isEditable}
          />
        )}
        {isEditable && (
          <button class="btn primary" type="submit">
            Review changes
          </button>
        )}
      </form>
      {entries.length > 0 && <WhatHappened entries={entries} what={kind.noun} />}
    </ConsolePage>
  )
}

const encodingOf = ({ fields }: ContentKind) =>
  fields.some(({ is }) => is === 'picture') ? 'multipart/form-data' : undefined

function titleOf(kind: ContentKind, key: string | null, texts: Record<string, string>): string {
  if (kind.group === null) return kind.title
  if (key === null) return `Add a ${kind.noun}`
  return texts[kind.shown ?? ''] || key
}

type ReviewProps = {
  visit: Visit
  name: string
  entryKey: string
  isNew: boolean
  texts: Record<string, string>
  applied: Applied
}

/** Shows what saving would change. */
export const ReviewPage = (props: ReviewProps) => {
  const { visit, name, entryKey: key, isNew, texts, applied } = props
  const { changes, warnings, margin } = applied
  const hidden = { ...texts, key, subject: `entry ${name} ${key}`, back: entryPath(name, key) }
  return (
    <ConsolePage visit={visit} screen="brands" title="Review changes">
      <PageHead title="Review changes" text={key} />
      {changes.length === 0 ? (
        <p class="lead">Nothing would change.</p>
      ) : (
        <Lines title="Changes" lines={changes} />
      )}
      {warnings.length > 0 && <Lines title="Warnings" lines={warnings} />}
      {margin.length > 0 && <Lines title="Costs of bonuses" lines={margin} />}
      <div class="acts">
        {changes.length > 0 && (
          <SendAgain
            csrf={visit.csrf}
            action="/console/actions/site.entry"
            values={hidden}
            name="Save"
            isPrimary
          />
        )}
        <SendAgain
          csrf={visit.csrf}
          action={`${entryPath(name, isNew ? NEW : key)}/review`}
          values={{ ...texts, key, again: 'yes' }}
          name="Change again"
        />
      </div>
    </ConsolePage>
  )
}
