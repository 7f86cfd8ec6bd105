import { useEffect, useRef, useState } from 'react'
import { isCancelled, toApiError } from '#http/error.ts'
import { uploadPicture } from '#api/uploads.ts'
import { explainFailure } from '#app/failure/explain-failure.ts'
import type { Upload } from '#contract/images/uploads.ts'
import type { Crops } from './crops.ts'
import { toParams } from './crop-geometry.ts'
import type { PhotoEditorProps } from './editor-props.ts'
import type { OpenPicture } from './use-picture.ts'

type Options = Pick<PhotoEditorProps, 'kind' | 'usedFor' | 'onSave'> & {
  onError: (text: string | null) => void
}

/** Uploads a new picture and calls `onSave`. `sent` is the uploaded share, from 0 to 1. */
export function useSaving({ kind, usedFor, onSave, onError }: Options) {
  const [saving, setSaving] = useState<{ sent?: number }>()
  const aborter = useRef<AbortController>(undefined)
  const uploads = useRef(new WeakMap<Blob, Upload>())

  useEffect(() => () => aborter.current?.abort(), [])

  /** Uploads the picture, or returns its earlier upload after a failed save. */
  async function upload({ blob }: OpenPicture, signal: AbortSignal): Promise<Upload> {
    const before = uploads.current.get(blob)
    if (before) return before
    setSaving({ sent: 0 })
    const onProgress = (sent: number) => setSaving({ sent })
    const made = await uploadPicture(kind, blob, { signal, onProgress })
    uploads.current.set(blob, made)
    return made
  }

  async function save(picture: OpenPicture, crops: Crops) {
    const current = new AbortController()
    aborter.current = current
    setSaving({})
    onError(null)
    try {
      const uploaded = picture.isNew ? await upload(picture, current.signal) : undefined
      if (current.signal.aborted) return
      setSaving({})
      await onSave({
        ...(uploaded && { upload: uploaded }),
        fullParams: toParams(crops.full, picture),
        thumbnailParams: toParams(crops.thumbnail, picture),
      })
    } catch (error) {
      if (!isCancelled(error)) onError(explain(error, usedFor))
    } finally {
      if (aborter.current === current) setSaving(undefined)
    }
  }

  /** Cancels the upload. Returns false if none is running. */
  function cancelUpload(): boolean {
    if (saving?.sent === undefined) return false
    aborter.current?.abort()
    return true
  }

  return { saving, save, cancelUpload }
}

/**
 * Names, for error messages, of subjects that may have been deleted meanwhile. A user's page and
 * avatar cannot be deleted.
 */
const SUBJECTS: Partial<Record<PhotoEditorProps['usedFor'], string>> = {
  collection: 'The collection',
  link: 'The link',
}

const explain = (error: unknown, usedFor: PhotoEditorProps['usedFor']) =>
  toApiError(error).field('file') ?? explainFailure(error, 'save the photo', SUBJECTS[usedFor])
