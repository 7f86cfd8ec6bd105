import type { FieldErrors } from '#contract/common.ts'
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

/** Shows the errors of a form that belong to none of its fields. */
export const OtherErrors = ({ errors }: { errors: FieldErrors | undefined }) => {
  const others = errors?.['non_field_errors'] ?? []
  if (others.length === 0) return null
  return (
    <p class="note note-danger" role="alert">
      {others.join(' ')}
    </p>
  )
}

type SendAgainProps = {
  csrf: string
  action: string
  values: Record<string, string>
  name: string
  isPrimary?: boolean
}

/** Shows a button that sends the values of a checked form once more. */
export const SendAgain = ({ csrf, action, values, name, isPrimary = false }: SendAgainProps) => (
  <form method="post" action={action}>
    <Csrf value={csrf} />
    {Object.entries(values).map(([field, value]) => (
      <input key={field} type="hidden" name={field} value={value} />
    ))}
    <button class={isPrimary ? 'btn primary' : 'btn'} type="submit">
      {name}
    </button>
  </form>
)
