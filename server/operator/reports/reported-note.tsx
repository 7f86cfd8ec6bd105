import { Note } from '../../platform/html/form.tsx'

/** Thanks the visitor for a report. */
export const ReportedNote = () => (
  <Note tone="good">
    Thank you. The operator of this site will review your report. If you entered your email address,
    we send the decision there.
  </Note>
)
