import { ArrowsClockwiseIcon } from '@phosphor-icons/react/ArrowsClockwise'
import { CropIcon } from '@phosphor-icons/react/Crop'
import { CaretDownIcon } from '@phosphor-icons/react/CaretDown'
import { Button } from '#ui/button.tsx'
import styles from './crop-tools.module.css'
import { RATIOS, type RatioId } from './ratios.ts'

type CropToolsProps = {
  ratio: RatioId
  /** Disables the shapes, because thumbnails are always square. */
  fixed: boolean
  disabled: boolean
  onRatio: (ratio: RatioId) => void
  onFlip: () => void
  onReset: () => void
}

export function CropTools(props: CropToolsProps) {
  const { ratio, fixed, disabled, onRatio, onFlip, onReset } = props
  const isOff = fixed || disabled
  return (
    <div className={styles.tools}>
      <span className={styles.ratio} data-disabled={isOff || undefined}>
        <CropIcon size={18} weight="bold" aria-hidden />
        <select
          className={styles.select}
          aria-label="Aspect ratio"
          value={ratio}
          disabled={isOff}
          onChange={(event) => onRatio(event.target.value as RatioId)}
        >
          {RATIOS.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
        <CaretDownIcon size={14} weight="bold" aria-hidden />
      </span>
      <Button
        className={styles.tool}
        icon={ArrowsClockwiseIcon}
        // A square has no orientation.
        disabled={isOff || ratio === 'square'}
        onClick={onFlip}
      >
        Flip
      </Button>
      <Button className={styles.reset} variant="quiet" disabled={disabled} onClick={onReset}>
        Reset
      </Button>
    </div>
  )
}
