import { ImageIcon } from '@phosphor-icons/react/Image'
import { UPLOAD_MAX_BYTES } from '#contract/images/uploads.ts'
import { Button } from '#ui/button.tsx'
import { Mark } from '#ui/mark.tsx'
import styles from './crop-stage.module.css'

type EmptyStageProps = { onPick: () => void; onInstagram?: (() => void) | undefined }

/** Shows the buttons that choose a photo. */
export const EmptyStage = ({ onPick, onInstagram }: EmptyStageProps) => (
  <div className={`${styles.empty} hint`}>
    <ImageIcon size={40} aria-hidden />
    <Button onClick={onPick}>Choose a photo</Button>
    {onInstagram && <Button onClick={onInstagram}>Choose from Instagram</Button>}
    <p>{`PNG, JPEG or WebP, up to ${UPLOAD_MAX_BYTES / 1024 / 1024} MB`}</p>
  </div>
)

export const LoadingStage = () => (
  <div className={`${styles.loading} hint`} role="status">
    <Mark size={44} motion="busy" />
    <span className="vh">Loading the photo</span>
  </div>
)
