import type { FieldErrors } from '#contract/common.ts'
import { ReadingPage } from '../../platform/html/layout.tsx'
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
      <div class="heading">
        <h1>{isReported ? 'Reported' : 'Report this widget'}</h1>
        <p>
          <strong>
            <bdi>{title || address}</bdi>
          </strong>
        </p>
      </div>
      <ul class="facts">
        <li>
          {creator === '' ? (
            'A creator made it.'
          ) : (
            <>
              <bdi>{creator}</bdi> made it.
            </>
          )}{' '}
          The site that you saw it on is somebody else’s.
        </li>
        <li>A person reads every report. Nothing happens to the widget by itself.</li>
        <li>Who made the widget is not told who reported it.</li>
      </ul>
      {!isReported && <ReportForm action={path} typed={typed} errors={errors} />}
    </ReadingPage>
  )
}

const NONE = {
  missing: {
    title: 'There is no such widget',
    text: 'The code on the site that shows it may have a typing mistake.',
  },
  gone: {
    title: 'This widget is gone',
    text: 'The person who made it has taken it down. No site shows it any more.',
  },
  blocked: {
    title: 'This widget was blocked',
    text: 'The operator of this site stopped it already. No site shows it.',
  },
} as const

export const NoSuchWidget = ({ state }: { state: keyof typeof NONE }) => (
  <ReadingPage title={NONE[state].title}>
    <div class="heading">
      <h1>{NONE[state].title}</h1>
      <p>{NONE[state].text}</p>
    </div>
  </ReadingPage>
)
