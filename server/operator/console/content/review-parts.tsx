import { Csrf } from '../../../platform/html/work-document.tsx'

/** Shows a list of changes or warnings under a heading. */
export const Lines = ({ title, lines }: { title: string; lines: string[] }) => (
  <>
    <h2>{title}</h2>
    <ul class="changes">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  </>
)

/** Renders values of a form that was checked, to send them again. */
export const Hidden = ({ csrf, values }: { csrf: string; values: Record<string, string> }) => (
  <>
    <Csrf value={csrf} />
    {Object.entries(values).map(([field, value]) => (
      <input key={field} type="hidden" name={field} value={value} />
    ))}
  </>
)
