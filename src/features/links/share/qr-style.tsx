import { DownloadSimpleIcon } from '@phosphor-icons/react/DownloadSimple'
import { ImageIcon } from '@phosphor-icons/react/Image'
import { useRef } from 'react'
import type { QrKind } from '#api/links/qr.ts'
import { useOffline } from '#app/problems/problems.ts'
import { APP_NAME } from '#contract/app-constants.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { UPLOAD_ACCEPT } from '#contract/images/uploads.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { FileInput } from '#ui/fields/file-input.tsx'
import { Segmented } from '#ui/fields/segmented.tsx'
import css from './qr-style.module.css'
import { useQrStyle, type LogoChoice } from './use-qr-style.ts'

const LOGOS: readonly { value: LogoChoice; label: string }[] = [
  { value: 'split', label: APP_NAME },
  { value: 'profile', label: 'Your photo' },
  { value: 'upload', label: 'Picture' },
  { value: 'none', label: 'None' },
]
const KINDS: readonly QrKind[] = ['svg', 'png', 'pdf']

/** Chooses colours and logo of a QR code. The server draws it and checks that it can be read. */
export function QrStyle({ link }: { link: ShortLink }) {
  const style = useQrStyle(link)
  const { look, change, preview, errors, busy } = style
  const isOffline = useOffline()
  if (isOffline) return <p className="hint">Colours and logo need a connection.</p>
  return (
    <div className={css.style}>
      <div className={css.preview} aria-busy={preview === undefined}>
        {preview && <img src={preview} alt={`Styled QR code for ${link.split_url}`} />}
      </div>
      <div className={css.colors}>
        <ColorField
          label="Colour"
          value={look.color}
          error={errors.color}
          onChange={(color) => change({ color })}
        />
        <ColorField
          label="Background"
          value={look.background}
          error={errors.background}
          onChange={(background) => change({ background })}
        />
      </div>
      <FieldError text={errors.color ?? errors.background} />
      <Segmented
        label="Logo"
        options={LOGOS}
        value={look.logo}
        onChange={(logo) => change({ logo })}
      />
      {look.logo === 'upload' && <PickLogo chosen={look.upload} pick={style.upload} />}
      <FieldError text={errors.logo ?? errors.other} />
      <p className="hint">Analytics count clicks through this code under the source qr.</p>
      <div className={css.kinds}>
        {KINDS.map((kind) => (
          <Button
            key={kind}
            size="sm"
            icon={DownloadSimpleIcon}
            busy={busy === kind}
            disabled={!preview}
            onClick={() => void style.save(kind)}
          >
            {`Download ${kind.toUpperCase()}`}
          </Button>
        ))}
      </div>
    </div>
  )
}

type ColorFieldProps = {
  label: string
  value: string
  error: string | undefined
  onChange: (color: string) => void
}

const ColorField = ({ label, value, error, onChange }: ColorFieldProps) => (
  <label className={css.color}>
    <input
      type="color"
      value={value.toLowerCase()}
      aria-invalid={error ? true : undefined}
      onChange={({ target }) => onChange(target.value)}
    />
    <span>{label}</span>
  </label>
)

type PickLogoProps = { chosen: number | undefined; pick: (file: File) => Promise<void> }

function PickLogo({ chosen, pick }: PickLogoProps) {
  const file = useRef<HTMLInputElement>(null)
  return (
    <div>
      <Button size="sm" icon={ImageIcon} onClick={() => file.current?.click()}>
        {chosen === undefined ? 'Choose a picture' : 'Choose another picture'}
      </Button>
      <FileInput
        ref={file}
        label="Choose a logo"
        accept={UPLOAD_ACCEPT}
        onChoose={(picked) => void pick(picked)}
      />
    </div>
  )
}
