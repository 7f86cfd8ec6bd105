import type { FieldErrors } from '#contract/common.ts'
import { Checkbox, FieldFrame } from '../../../platform/html/form.tsx'
import { CHOICE_NAMES, type ContentField, type ContentKind } from '../../content/kinds.ts'

const MAX_LENGTH = 200_000
const ROWS = 5

type Props = {
  field: ContentField
  text: string
  /** Address of the stored picture. */
  picture: string | null
  errors?: FieldErrors | undefined
  isEditable: boolean
}

/** Shows a field of a content form. */
export const EntryField = ({ field, text, picture, errors, isEditable }: Props) => {
  const { name, label, is, help } = field
  const frame = { name, label, errors, ...(help !== undefined && { help }) }
  if (is === 'check') return <Checkbox {...{ name, label, errors }} checked={text !== ''} />
  if (is === 'picture') return <PictureField {...{ name, label, picture, errors }} removed={text} />
  if (typeof is === 'object')
    return (
      <FieldFrame
        {...frame}
        control={(attributes) => (
          <select {...attributes} disabled={!isEditable}>
            <option value="">Default</option>
            {is.choices.map((choice) => (
              <option key={choice} value={choice} selected={choice === text}>
                {CHOICE_NAMES[choice] ?? choice}
              </option>
            ))}
          </select>
        )}
      />
    )
  const isLong = is === 'long' || is === 'lines' || is === 'rates' || is === 'amounts'
  return (
    <FieldFrame
      {...frame}
      control={(attributes) =>
        isLong ? (
          <textarea {...attributes} rows={ROWS} maxlength={MAX_LENGTH} readonly={!isEditable}>
            {text}
          </textarea>
        ) : (
          <input
            {...attributes}
            type="text"
            value={text}
            autocomplete="off"
            maxlength={MAX_LENGTH}
            readonly={!isEditable}
            inputmode={is === 'number' || is === 'amount' ? 'decimal' : undefined}
          />
        )
      }
    />
  )
}

type PictureProps = Pick<Props, 'picture' | 'errors'> & {
  name: string
  label: string
  removed: string
}

/** Shows the stored picture, which can be removed. Pictures are added with the content file. */
const PictureField = ({ name, label, picture, errors, removed }: PictureProps) =>
  picture === null ? (
    <p class="about">{label}: none. The command line adds pictures with the content file.</p>
  ) : (
    <div class="stored">
      <img src={picture} alt={`${label} now`} width={96} />
      <Checkbox
        {...{ name, errors }}
        label={`Remove the ${label.toLowerCase()}`}
        checked={removed !== ''}
      />
    </div>
  )

type KeyProps = {
  kind: ContentKind
  texts: Record<string, string>
  errors?: FieldErrors | undefined
}

/** Shows the field for the key of a new entry. */
export const KeyField = ({ kind, texts, errors }: KeyProps) => (
  <FieldFrame
    name="key"
    label={kind.key === 'name' ? 'Name' : 'Key'}
    errors={errors}
    help={kind.keyHelp}
    control={(attributes) => (
      <input
        {...attributes}
        type="text"
        value={texts['key'] ?? ''}
        autocomplete="off"
        maxlength={60}
        required
      />
    )}
  />
)
