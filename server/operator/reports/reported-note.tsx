import { Note } from '../../platform/html/form.tsx'

/** Thanks the visitor for a report. */
export const ReportedNote = () => (
  <Note tone="good">
    Thank you. The operator of this site has your report and will look at it. If you gave an
    address, the decision goes there.
  </Note>
)
