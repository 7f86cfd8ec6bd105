import { useEffect, useRef, type KeyboardEvent } from 'react'
import { Cropper, type ReactCropperElement } from 'react-cropper'
import { keyOf } from '#ui/keys.ts'
import type { Area } from './crop-geometry.ts'
import styles from './crop-stage.module.css'
import { cropperFor, type Stage } from './cropper-stage.ts'
import type { Picture } from './picture.ts'

type CropStageProps = {
  picture: Picture
  area: Area
  /** Width divided by height. NaN if the ratio is free. */
  ratio: number
  disabled: boolean
  onMove: (area: Area) => void
}

/** Shows the picture with the crop, for touch, mouse and keyboard. */
export function CropStage({ picture, area, ratio, disabled, onMove }: CropStageProps) {
  const image = useRef<ReactCropperElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const stage = useRef<Stage>(undefined)
  const wanted = useRef({ area, ratio, onMove })

  useEffect(() => {
    wanted.current = { area, ratio, onMove }
    stage.current?.show(area, ratio)
  })
  useEffect(() => stage.current?.enable(!disabled), [disabled])
  useEffect(() => {
    const observer = new ResizeObserver(() => stage.current?.relayout())
    if (frame.current) observer.observe(frame.current)
    return () => observer.disconnect()
  }, [])

  function start() {
    const cropper = image.current?.cropper
    if (!cropper) return
    stage.current = cropperFor(cropper, (moved) => wanted.current.onMove(moved))
    stage.current.show(wanted.current.area, wanted.current.ratio)
  }

  function keydown(event: KeyboardEvent) {
    if (disabled || event.metaKey || event.ctrlKey || event.altKey) return
    if (stage.current?.press(keyOf(event), event.shiftKey)) event.preventDefault()
  }

  return (
    <div
      ref={frame}
      className={styles.stage}
      role="application"
      tabIndex={0}
      aria-label="Crop area. Arrow keys move it, plus and minus resize it, W and N make it wider or narrower, T and S taller or shorter. With Shift more."
      onKeyDown={keydown}
    >
      <Cropper
        key={picture.url}
        ref={image}
        src={picture.url}
        alt=""
        style={{ height: '100%', width: '100%' }}
        viewMode={2}
        dragMode="move"
        autoCropArea={1}
        // Browsers apply the EXIF orientation. Reading it here would need another permission.
        checkOrientation={false}
        toggleDragModeOnDblclick={false}
        // The library's own resizing zooms the picture and moves the crop.
        responsive={false}
        restore={false}
        background={false}
        center={false}
        highlight={false}
        cropstart={() => stage.current?.grab(true)}
        cropend={() => stage.current?.grab(false)}
        zoom={() => stage.current?.zoomed()}
        crop={() => stage.current?.report()}
        ready={start}
      />
    </div>
  )
}
