import { UserIcon } from '@phosphor-icons/react/User'
import { useState } from 'react'
import { imagePath, squareImage, originalImage } from '#contract/images/images.ts'
import { serverAddress } from '#http/endpoint.ts'
import type { PublicProfile } from '#contract/people/profile.ts'
import { EditPhoto } from '#features/people/photos/edit-photo.tsx'
import type { EditResult } from '#features/people/photos/editor-props.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { Avatar } from '#ui/pictures/thumb.tsx'
import css from './profile-screen.module.css'

type AvatarFieldProps = {
  values: PublicProfile
  change: (part: Partial<PublicProfile>) => void
  error: string | undefined
}

const NO_PICTURE = { image_upload_id: null, image_params: null, avatar_url: null }

/** Shows the picture and opens the editor with one square crop. */
export function AvatarField({ values, change, error }: AvatarFieldProps) {
  const [open, setOpen] = useState(false)
  const { avatar_url: url, image_params, first_name, last_name } = values

  function cut({ upload, thumbnailParams: crop }: EditResult) {
    const whole = upload?.image_url ?? (url && originalImage(url))
    change({
      ...(upload && { image_upload_id: upload.id }),
      image_params: crop,
      avatar_url: whole && imagePath(whole, { crop }),
    })
    setOpen(false)
  }

  return (
    <div className={css.avatar}>
      <Avatar
        src={url && serverAddress(squareImage(url, 184))}
        name={`${first_name} ${last_name}`}
        size={92}
        nameless={<UserIcon size={40} />}
      />
      <div className={css.actions}>
        <Button size="md" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {url === null ? 'Add a photo' : 'Change photo'}
        </Button>
        {url !== null && (
          <Button size="md" variant="quiet" onClick={() => change(NO_PICTURE)}>
            Remove photo
          </Button>
        )}
      </div>
      <FieldError text={error} />
      {open && (
        <EditPhoto
          source={url === null ? null : { url, uploaded: true }}
          kind="profile"
          usedFor="avatar"
          thumbnailParams={image_params}
          onSave={cut}
          onCancel={() => setOpen(false)}
        />
      )}
    </div>
  )
}
