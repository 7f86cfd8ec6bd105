import { useId, type ReactNode } from 'react'
import { Skeleton } from '../loading/skeleton.tsx'
import styles from './switch.module.css'

type SwitchProps = {
  label: string
  help?: ReactNode
  /** Undefined until known. A skeleton is then shown in place of the switch. */
  checked: boolean | undefined
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** Shows a setting that takes effect at once. */
export function Switch({ label, help, checked, onChange, disabled }: SwitchProps) {
  const id = useId()
  return (
    <div className={styles.row}>
      <div className={styles.text}>
        <label htmlFor={checked === undefined ? undefined : id}>{label}</label>
        {help && (
          <p id={`${id}-help`} className="hint">
            {help}
          </p>
        )}
      </div>
      {checked === undefined ? (
        <Skeleton width={48} height={29} radius={99} />
      ) : (
        <button
          id={id}
          type="button"
          role="switch"
          className={styles.switch}
          aria-checked={checked}
          aria-disabled={disabled || undefined}
          aria-describedby={help ? `${id}-help` : undefined}
          onClick={() => {
            if (!disabled) onChange(!checked)
          }}
        />
      )}
    </div>
  )
}
