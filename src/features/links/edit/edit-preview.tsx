import { ArrowUpRightIcon } from '@phosphor-icons/react/ArrowUpRight'
import { TextField } from '#ui/fields/field.tsx'
import { urlInput } from '#ui/fields/input-kinds.ts'
import { EditCodes } from './edit-codes.tsx'
import { EditEarnings } from './edit-earnings.tsx'
import type { EditTabProps } from './edit-tab-props.ts'
import { EditPicture } from './edit-picture.tsx'
import css from './edit-view.module.css'
import { correctedText, plainUrl } from '../short-parts.ts'

/** Edits the picture, name and target of the link. */
export function EditPreview({ link, values, change, errors }: EditTabProps) {
  return (
    <div className={`${css.preview} stack`}>
      <EditPicture link={link} values={values} change={change} errors={errors} />
      <div className={`${css.fields} stack`}>
        {values.picture.image_url !== null && (
          <PhotoInWords link={link} values={values} change={change} errors={errors} />
        )}
        <TextField
          name="name"
          label="Name"
          dir="auto"
          value={values.name}
          onChange={(event) => change({ name: event.target.value })}
          error={errors.name}
          autoComplete="off"
        />
        <GoesTo link={link} values={values} change={change} errors={errors} />
        <EditEarnings link={link} />
        <EditCodes link={link} values={values} change={change} errors={errors} />
      </div>
    </div>
  )
}

/**
 * Edits the alternative text. The name is only a suggestion, because on a page it is already beside
 * the photo.
 */
const PhotoInWords = ({ values, change, errors }: EditTabProps) => (
  <TextField
    name="image_alt"
    label="Image description"
    hint="Optional"
    dir="auto"
    value={values.image_alt}
    placeholder={values.name}
    maxCharacters={200}
    onChange={(event) => change({ image_alt: event.target.value })}
    error={errors.image_alt}
    help="Read aloud by screen readers. Leave empty if it adds nothing to the name."
    autoComplete="off"
  />
)

/** Edits the target URL, also after clicks; read-only if the operator has blocked the link. */
function GoesTo({ link, values, change, errors }: EditTabProps) {
  const open = (
    <a
      className={`${css.open} target`}
      href={link.url}
      target="_blank"
      rel="noreferrer"
      aria-label="Open the page"
      title="Open the page"
    >
      <ArrowUpRightIcon size={18} aria-hidden />
    </a>
  )
  if (!link.url_editable)
    return (
      <TextField
        name="url"
        label="Goes to"
        value={plainUrl(values.url)}
        readOnly
        error={errors.url}
        help="The operator of this site stopped this link, so its address cannot change."
        trailing={open}
      />
    )
  return (
    <TextField
      name="url"
      label="Goes to"
      value={values.url}
      onChange={(event) => change({ url: event.target.value })}
      error={errors.url}
      help={
        link.address_corrected && values.url === link.url
          ? correctedText(link)
          : 'You can change this whenever you like. The short link stays the same.'
      }
      {...urlInput}
      trailing={open}
    />
  )
}
