import { CropIcon } from '@phosphor-icons/react/Crop'
import { ImageIcon } from '@phosphor-icons/react/Image'
import { useRef, useState } from 'react'
import { PREVIEW_SIZE } from '#contract/images/image-sizes.ts'
import { imagePath, originalImage } from '#contract/images/images.ts'
import { serverAddress } from '#http/endpoint.ts'
import { UPLOAD_ACCEPT } from '#contract/images/uploads.ts'
import { EditPhoto } from '#features/people/photos/edit-photo.tsx'
import type { EditResult, PhotoEditorProps } from '#features/people/photos/editor-props.ts'
import { Button } from '#ui/button.tsx'
import { FileInput } from '#ui/fields/file-input.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { Placeholder } from '#ui/pictures/placeholder.tsx'
import type { EditTabProps } from './edit-tab-props.ts'
import type { Picture } from './edit-values.ts'
import css from './edit-view.module.css'

const NO_PICTURE: Picture = {
  custom_image_upload_id: null,
  custom_image_params: null,
  thumbnail_params: null,
  image_url: null,
}

/** Shows the picture of the link, with buttons to edit or replace it. It is saved with the form. */
export function EditPicture({ values, change, errors }: EditTabProps) {
  const { picture } = values
  const { image_url, custom_image_upload_id } = picture
  const isCustom = custom_image_upload_id !== null
  const file = useRef<HTMLInputElement>(null)
  const [source, setSource] = useState<PhotoEditorProps['source']>(null)
  const pick = () => file.current?.click()

  function applyEdit(result: EditResult) {
    // The alternative text described the previous photo.
    change({ picture: withEdit(picture, result), ...(result.upload && { image_alt: '' }) })
    setSource(null)
  }

  return (
    <div className={css.picture} data-wrong={errors.picture ? true : undefined} tabIndex={-1}>
      <div className={css.tile} data-error={errors.picture ? true : undefined}>
        <Placeholder size={96} />
        {image_url && <Photo key={image_url} src={image_url} />}
      </div>
      <div className={css.tools}>
        {image_url && (
          <Button
            size="sm"
            icon={CropIcon}
            onClick={() => setSource({ url: image_url, uploaded: isCustom })}
          >
            Edit photo
          </Button>
        )}
        <Button size="sm" icon={ImageIcon} onClick={pick}>
          {image_url ? 'Replace' : 'Add a photo'}
        </Button>
      </div>
      <FieldError text={errors.picture} />
      <div className={`${css.caption} hint`}>
        <p>{caption(picture)}</p>
        {isCustom && (
          <Button
            size="sm"
            variant="quiet"
            onClick={() => change({ picture: NO_PICTURE, image_alt: '' })}
          >
            Remove
          </Button>
        )}
      </div>
      <FileInput
        ref={file}
        label="Choose a photo"
        accept={UPLOAD_ACCEPT}
        onChoose={(chosen) => setSource({ file: chosen })}
      />
      {source && (
        <EditPhoto
          source={source}
          kind="link_preview"
          usedFor="link"
          fullParams={'url' in source ? picture.custom_image_params : null}
          thumbnailParams={'url' in source ? picture.thumbnail_params : null}
          onSave={applyEdit}
          onCancel={() => setSource(null)}
        />
      )}
    </div>
  )
}

function caption({ image_url, custom_image_upload_id }: Picture) {
  if (custom_image_upload_id !== null) return 'Your own photo.'
  return image_url
    ? 'The page’s own photo. You can edit or replace it.'
    : 'Without your own photo, the page’s photo is shown if it has one.'
}

/**
 * Returns the picture after an edit. Without a new upload, only the crops of the existing one
 * change.
 */
function withEdit(before: Picture, { upload, fullParams, thumbnailParams }: EditResult): Picture {
  const whole = upload?.image_url ?? (before.image_url && originalImage(before.image_url))
  return {
    custom_image_upload_id: upload?.id ?? before.custom_image_upload_id,
    custom_image_params: fullParams,
    thumbnail_params: thumbnailParams,
    image_url: whole && imagePath(whole, { crop: fullParams }),
  }
}

/** Covers the placeholder; if the picture cannot be loaded, the placeholder stays visible. */
function Photo({ src }: { src: string }) {
  const [broken, setBroken] = useState(false)
  if (broken) return null
  return (
    <img
      src={serverAddress(imagePath(src, PREVIEW_SIZE))}
      alt="Preview of the link"
      onError={() => setBroken(true)}
    />
  )
}
