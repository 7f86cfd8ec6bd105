import type { FieldErrors } from '#contract/common.ts'
import { Heading, ReadingPage } from '../../platform/html/layout.tsx'
import { ReportForm, type TypedReport } from './report-form.tsx'
import { ReportedNote } from './reported-note.tsx'

type Props = {
  /** Title that the creator has given the page. */
  title: string
  /** Address without the scheme. */
  address: string
  path: string
  isReported: boolean
  typed: TypedReport
  errors?: FieldErrors | undefined
}

/** Shows the form for reporting a creator's page. */
export const PageReportPage = ({ title, address, path, isReported, typed, errors }: Props) => (
  <ReadingPage title={`Report ${address}`}>
    {isReported && <ReportedNote />}
    <Heading title={isReported ? 'Reported' : 'Report this page'}>
      <strong>{address}</strong>
    </Heading>
    <ul class="facts">
      <li>
        <bdi>{title}</bdi> created this page and its content.
      </li>
      <li>A person reads every report. The page is not blocked automatically.</li>
      <li>We do not tell the creator who reported it.</li>
    </ul>
    {!isReported && <ReportForm action={path} typed={typed} errors={errors} />}
    <p>
      <a class="quiet" href={path.replace(/\/report$/, '')}>
        Back to the page
      </a>
    </p>
  </ReadingPage>
)

export const NoSuchPage = ({ isBlocked }: { isBlocked: boolean }) => (
  <ReadingPage title="Page not found">
    <Heading title={isBlocked ? 'This page was blocked' : 'This page does not exist'}>
      {isBlocked
        ? 'The operator of this site has already blocked it.'
        : 'Check the address for a typing mistake, or ask the person who shared it.'}
    </Heading>
  </ReadingPage>
)
