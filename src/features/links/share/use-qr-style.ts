import { useEffect, useState } from 'react'
import { fetchQr, type QrKind, type RequestedLook } from '#api/links/qr.ts'
import { uploadPicture } from '#api/uploads.ts'
import { explainFailure } from '#app/failure/explain-failure.ts'
import { runAction } from '#app/failure/run-action.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { colorFault, SPLIT_LOOK } from '#contract/qr/options.ts'
import { isCancelled, toApiError } from '#http/error.ts'
import { download } from './save-image.ts'

export type LogoChoice = 'split' | 'profile' | 'upload' | 'none'
type Look = {
  color: string
  background: string
  logo: LogoChoice
  /** Id of the uploaded picture. */
  upload: number | undefined
}
type Errors = { color?: string; background?: string; logo?: string; other?: string }

/** Milliseconds without a change after which the preview is requested. */
const PREVIEW_DELAY_MS = 300

/** Returns the chosen look of a QR code with its preview, and functions to change and save it. */
export function useQrStyle(link: ShortLink) {
  const [look, setLook] = useState<Look>({ ...SPLIT_LOOK, logo: 'split', upload: undefined })
  const [busy, setBusy] = useState<QrKind>()
  const { preview, errors } = usePreview(link.uuid, look)

  async function upload(file: File) {
    const options = { signal: new AbortController().signal, onProgress: () => undefined }
    await runAction('upload the picture', () => uploadPicture('link_preview', file, options), {
      onDone: ({ id }) => setLook((before) => ({ ...before, upload: id })),
    })
  }

  async function save(kind: QrKind) {
    setBusy(kind)
    await runAction('save the QR code', () => fetchQr(link.uuid, kind, requestOf(look)), {
      onDone: (file) => download(file, `qr-${link.short_code}.${kind}`),
    })
    setBusy(undefined)
  }

  const change = (part: Partial<Look>) => setLook((before) => ({ ...before, ...part }))
  return { look, change, preview, errors, busy, upload, save }
}

const requestOf = ({ color, background, logo, upload }: Look): RequestedLook => ({
  color,
  background,
  logo: logo === 'upload' ? String(upload ?? 'none') : logo,
})

/** Preview of a look, or why there is none. */
type Drawn = { of: string; preview?: string; errors: Errors }

/** Loads the preview from the server, which also checks that scanners can read the code. */
function usePreview(uuid: string, look: Look): Omit<Drawn, 'of'> {
  const [drawn, setDrawn] = useState<Drawn>()
  const { color, background, logo } = requestOf(look)
  const of = [color, background, logo].join(' ')
  const fault = colorFault(color, background)
  const isWeak = fault !== undefined

  useEffect(() => {
    if (isWeak) return undefined
    const aborter = new AbortController()
    const timer = setTimeout(() => void load(), PREVIEW_DELAY_MS)
    let address: string | undefined
    async function load() {
      const { signal } = aborter
      try {
        const file = await fetchQr(uuid, 'svg', { color, background, logo }, { signal })
        if (signal.aborted) return
        address = URL.createObjectURL(file)
        setDrawn({ of, preview: address, errors: {} })
      } catch (error) {
        if (!signal.aborted && !isCancelled(error)) setDrawn({ of, errors: errorsOf(error) })
      }
    }
    return () => {
      clearTimeout(timer)
      aborter.abort()
      if (address !== undefined) URL.revokeObjectURL(address)
    }
  }, [uuid, of, color, background, logo, isWeak])

  if (isWeak) return { errors: { color: fault } }
  return drawn?.of === of ? drawn : { errors: {} }
}

function errorsOf(error: unknown): Errors {
  const failure = toApiError(error)
  const [color, background, logo] = ['color', 'background', 'logo'].map((name) =>
    failure.field(name),
  )
  if (color !== undefined) return { color }
  if (background !== undefined) return { background }
  if (logo !== undefined) return { logo }
  const other = explainFailure(error, 'draw the QR code', 'The link')
  return other === null ? {} : { other }
}
