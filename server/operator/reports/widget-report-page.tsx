import type { FieldErrors } from '#contract/common.ts'
import { Heading, ReadingPage } from '../../platform/html/layout.tsx'
import { ReportForm, type TypedReport } from './report-form.tsx'
import { ReportedNote } from './reported-note.tsx'

type Props = {
  /** Name of the collection, or empty if it was deleted. */
  title: string
  /** Public name of the creator. May be empty. */
  creator: string
  /** Address without the scheme. */
  address: string
  path: string
  isReported: boolean
  typed: TypedReport
  errors?: FieldErrors | undefined
}

/** Shows the form for reporting a creator's widget on another site. */
export const WidgetReportPage = (props: Props) => {
  const { title, creator, address, path, isReported, typed, errors } = props
  return (
    <ReadingPage title={`Report ${title || address}`}>
      {isReported && <ReportedNote />}
      <Heading title={isReported ? 'Reported' : 'Report this widget'}>
        <strong>
          <bdi>{title || address}</bdi>
        </strong>
      </Heading>
      <ul class="facts">
        <li>
          {creator === '' ? (
            'A creator made this widget.'
          ) : (
            <>
              <bdi>{creator}</bdi> made this widget.
            </>
          )}{' '}
          We do not run the site that shows it.
        </li>
        <li>A person reads every report. The widget is not blocked automatically.</li>
        <li>We do not tell the creator who reported it.</li>
      </ul>
      {!isReported && <ReportForm action={path} typed={typed} errors={errors} />}
    </ReadingPage>
  )
}

const NONE = {
  missing: {
    title: 'This widget does not exist',
    text: 'The embed code of the site may contain a typing mistake.',
  },
  gone: {
    title: 'This widget was removed',
    text: 'Its creator removed it. No site shows it anymore.',
  },
  blocked: {
    title: 'This widget was blocked',
    text: 'The operator of this site has already blocked it. No site shows it.',
  },
} as const

export const NoSuchWidget = ({ state }: { state: keyof typeof NONE }) => (
  <ReadingPage title={NONE[state].title}>
    <Heading title={NONE[state].title}>{NONE[state].text}</Heading>
  </ReadingPage>
)
