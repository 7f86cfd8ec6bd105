import type { Area } from './crop-geometry.ts'
import type { Picture } from './picture.ts'
import styles from './thumbnail-preview.module.css'

const percent = (share: number) => `${share * 100}%`

/** Shows the thumbnail as it will look in lists, with a hint. */
export function ThumbnailPreview({
  picture,
  area,
  text,
}: {
  picture: Picture
  area: Area
  text: string
}) {
  return (
    <div className={styles.preview}>
      <span className={styles.thumb}>
        <img
          src={picture.url}
          alt="Thumbnail preview"
          draggable={false}
          style={{
            width: percent(picture.width / area.width),
            height: percent(picture.height / area.height),
            left: percent(-area.x / area.width),
            top: percent(-area.y / area.height),
          }}
        />
      </span>
      <p className="hint">{text}</p>
    </div>
  )
}
