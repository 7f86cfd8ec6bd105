import type { FieldErrors } from '#contract/common.ts'
import { UPLOAD_ACCEPT } from '#contract/images/uploads.ts'
import { pictureUrl } from '../../../links/brands/organizations.ts'
import { Checkbox, FieldFrame } from '../../../platform/html/form.tsx'
import { CHOICE_NAMES, type ContentField, type ContentKind } from '../../content/kinds.ts'
import { pictureField } from '../frame/console-session.ts'
import { isPictureKey } from './form-values.ts'

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
  if (is === 'picture')
    return <PictureField {...{ name, label, picture, text, errors, isEditable }} />
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

type PictureProps = Pick<Props, 'picture' | 'errors' | 'isEditable'> & {
  name: string
  label: string
  /** Key of a picture that is not saved yet, or whether to remove the stored one. */
  text: string
}

/** Shows the picture, and fields to choose another one or to remove it. */
const PictureField = ({ name, label, picture, text, errors, isEditable }: PictureProps) => {
  const isNew = isPictureKey(text)
  const shown = isNew ? pictureUrl(text) : picture
  const field = pictureField(name)
  return (
    <div class="stored">
      {shown !== null && (
        <img src={shown} alt={`${label} ${isNew ? 'to save' : 'now'}`} width={96} />
      )}
      {!isEditable && shown === null && <p class="about">{label}: none</p>}
      {isNew && <input type="hidden" name={name} value={text} />}
      {isEditable && (
        <FieldFrame
          name={field}
          label={label}
          errors={errors?.[name] && { [field]: errors[name] }}
          help="PNG, JPEG or WebP, at most 25 MB"
          control={(attributes) => <input {...attributes} type="file" accept={UPLOAD_ACCEPT} />}
        />
      )}
      {isEditable && !isNew && picture !== null && (
        <Checkbox name={name} label={`Remove the ${label.toLowerCase()}`} checked={text !== ''} />
      )}
    </div>
  )
}

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
