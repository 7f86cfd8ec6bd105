import type { DeskApplication } from '../../../partners/desk/apply/applications.ts'
import { PageHead, shownMinute, Table, Tag } from '../../../platform/html/parts.tsx'
import type { FieldErrors } from '#contract/common.ts'
import { Csrf } from '../../../platform/html/work-document.tsx'
import { actionOf } from '../../actions/actions.ts'
import type { AuditEntry } from '../../actions/audit-log.ts'
import { ADMITTED_KIND, decidedText, type BrandTexts } from '../../brand-applications/decide.ts'
import type { Applied } from '../../content/apply-content.ts'
import { ActionForm } from '../actions/action-form.tsx'
import { EntryField, KeyField } from '../content/entry-field.tsx'
import { Lines, OtherErrors, SendAgain } from '../content/review-parts.tsx'
import type { Visit } from '../frame/console-session.ts'
import { ConsolePage } from '../frame/layout.tsx'
import { WhatHappened } from '../screens/audit-page.tsx'

export const APPLICATIONS_PATH = '/console/applications'
const pathOf = (id: number) => `${APPLICATIONS_PATH}/${id}`

type ListProps = { visit: Visit; applications: DeskApplication[] }

export const ApplicationsPage = ({ visit, applications }: ListProps) => (
  <ConsolePage visit={visit} screen="brands" title="Applications">
    <PageHead
      back={{ href: '/console/brands', text: 'Brands' }}
      title="Applications"
      text="Brands that want to join and have confirmed their address. Decided ones are deleted after 90 days."
    />
    <Table
      label="Applications"
      columns={[
        { name: 'Brand', cell: ({ id, brandName }) => <a href={pathOf(id)}>{brandName}</a> },
        { name: 'Website', cell: ({ website }) => website },
        {
          name: 'Confirmed',
          is: 'short',
          cell: ({ confirmedAt }) => (confirmedAt ? shownMinute(confirmedAt) : ''),
        },
        { name: 'State', is: 'short', cell: ({ decision }) => <StateTag decision={decision} /> },
      ]}
      rows={applications}
      empty={{ title: 'No applications', text: 'They appear here when brands apply.' }}
    />
  </ConsolePage>
)

const STATES = {
  open: { tone: 'warn', text: 'Waits' },
  admitted: { tone: 'good', text: 'Admitted' },
  declined: { tone: 'plain', text: 'Declined' },
} as const

const StateTag = ({ decision }: Pick<DeskApplication, 'decision'>) => {
  const { tone, text } = STATES[decision ?? 'open']
  return <Tag tone={tone}>{text}</Tag>
}

type PageProps = {
  visit: Visit
  application: DeskApplication
  /** Values of the new brand, as the member edits them. */
  texts: BrandTexts
  errors?: FieldErrors | undefined
  entries?: AuditEntry[]
}

export const ApplicationPage = (props: PageProps) => {
  const { visit, application, texts, errors, entries = [] } = props
  const { id, brandName, decision, brandKey } = application
  const mayAdmit = actionOf('brand.admit').roles.includes(visit.member.role)
  return (
    <ConsolePage visit={visit} screen="brands" title={`${errors ? 'Error: ' : ''}${brandName}`}>
      <PageHead
        back={{ href: APPLICATIONS_PATH, text: 'Applications' }}
        title={brandName}
        text={`Application ${id}`}
      />
      <OtherErrors errors={errors} />
      <Answers application={application} />
      {decision !== null && <p class="lead">{decidedText(application)}</p>}
      {brandKey !== null && (
        <a class="btn" href={`/console/brands/${encodeURIComponent(brandKey)}`}>
          Open the brand
        </a>
      )}
      {decision === null && (
        <>
          {mayAdmit && <AdmitForm {...{ visit, id, texts, errors }} />}
          <h2>Decline</h2>
          <ActionForm
            visit={visit}
            action="brand.decline"
            subject={`application ${id}`}
            back={pathOf(id)}
            name="Decline"
            asks={['why']}
          />
        </>
      )}
      {entries.length > 0 && <WhatHappened entries={entries} what="application" />}
    </ConsolePage>
  )
}

const Answers = ({ application }: Pick<PageProps, 'application'>) => {
  const { website, contactName, email, sells, offer, createdAt } = application
  return (
    <Table
      label="What the brand wrote"
      columns={[
        { name: 'Question', cell: ([question]) => question },
        {
          name: 'Answer',
          is: 'long',
          isLabelled: false,
          cell: ([, answer]) => <span class="changes">{answer}</span>,
        },
      ]}
      rows={[
        ['Website', website],
        ['Contact', `${contactName}, ${email}`],
        ['What it sells', sells],
        ['What it would pay', offer],
        ['Sent', shownMinute(createdAt)],
      ]}
    />
  )
}

type FormProps = Pick<PageProps, 'visit' | 'texts' | 'errors'> & { id: number }

/** Shows the values of the new brand, to check and change them. */
const AdmitForm = ({ visit, id, texts, errors }: FormProps) => (
  <>
    <h2>Admit</h2>
    <p class="lead">
      Creators see name, description and website. Set everything else later under Terms and texts.
    </p>
    <form method="post" action={`${pathOf(id)}/review`} class="entry" novalidate>
      <Csrf value={visit.csrf} />
      <KeyField kind={ADMITTED_KIND} texts={texts} errors={errors} />
      {ADMITTED_KIND.fields.map((field) => (
        <EntryField
          key={field.name}
          field={field}
          text={texts[field.name] ?? ''}
          picture={null}
          errors={errors}
          isEditable
        />
      ))}
      <button class="btn primary" type="submit">
        Review
      </button>
    </form>
  </>
)

type ReviewProps = {
  visit: Visit
  application: DeskApplication
  texts: BrandTexts
  applied: Applied
}

/** Shows what admitting would change, with the button that does it. */
export const AdmitReviewPage = ({ visit, application, texts, applied }: ReviewProps) => {
  const { id, brandName, contactName, email } = application
  const hidden = { ...texts, subject: `application ${id}`, back: pathOf(id) }
  return (
    <ConsolePage visit={visit} screen="brands" title={`Admit ${brandName}`}>
      <PageHead
        title={`Admit ${brandName}`}
        text={`${contactName} (${email}) becomes an owner of the desk and gets an email with the link.`}
      />
      <Lines title="Changes" lines={applied.changes} />
      {applied.warnings.length > 0 && <Lines title="Warnings" lines={applied.warnings} />}
      <div class="acts">
        <SendAgain
          csrf={visit.csrf}
          action="/console/actions/brand.admit"
          values={hidden}
          name="Admit"
          isPrimary
        />
        <SendAgain
          csrf={visit.csrf}
          action={`${pathOf(id)}/review`}
          values={{ ...texts, again: 'yes' }}
          name="Change again"
        />
      </div>
    </ConsolePage>
  )
}
