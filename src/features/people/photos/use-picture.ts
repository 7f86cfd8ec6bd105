import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { toApiError } from '#http/error.ts'
import { announceFailure } from '#http/call-listeners.ts'
import { fetchPicture } from '#api/uploads.ts'
import type { PhotoEditorProps } from './editor-props.ts'
import {
  NOT_LOADED_TEXT,
  NOT_SUPPORTED_TEXT,
  openPicture,
  PictureError,
  readFile,
  type Picture,
} from './picture.ts'

/**
 * `isNew`: the picture must be uploaded. `isChosen`: it replaces the picture that the editor was
 * opened with.
 */
export type OpenPicture = Picture & { isNew: boolean; isChosen: boolean }

type PictureOrigin = Pick<OpenPicture, 'isNew' | 'isChosen'>
type Read = (signal: AbortSignal) => Promise<Blob>
const CHOSEN: PictureOrigin = { isNew: true, isChosen: true }

type Callbacks = { onOpen: (picture: OpenPicture) => void; onError: (text: string | null) => void }

/**
 * Returns the picture being edited: the source, until another file is chosen. An invalid file
 * changes nothing.
 */
export function usePicture(source: PhotoEditorProps['source'], { onOpen, onError }: Callbacks) {
  const [picture, setPicture] = useState<OpenPicture>()
  const [loading, setLoading] = useState(source !== null)
  const opening = useRef<AbortController>(undefined)
  const url = useRef<string>(undefined)

  function open(read: Read, what: PictureOrigin) {
    opening.current?.abort()
    const aborter = new AbortController()
    opening.current = aborter
    const { signal } = aborter
    read(signal)
      .then((blob) => openPicture(blob))
      .then(
        (opened) =>
          signal.aborted ? URL.revokeObjectURL(opened.url) : take({ ...opened, ...what }),
        (error: unknown) => signal.aborted || onError(textOf(error)),
      )
      .finally(() => opening.current === aborter && setLoading(false))
  }

  function take(opened: OpenPicture) {
    if (url.current !== undefined) URL.revokeObjectURL(url.current)
    url.current = opened.url
    onOpen(opened)
    setPicture(opened)
  }

  const openSource = useEffectEvent(() => {
    if (source === null) return
    if ('file' in source) open(() => readFile(source.file), CHOSEN)
    else {
      const what = { isNew: !source.uploaded, isChosen: false }
      open((signal) => fetchPicture(source.url, signal), what)
    }
  })

  useEffect(() => {
    openSource()
    return () => {
      opening.current?.abort()
      if (url.current !== undefined) URL.revokeObjectURL(url.current)
      url.current = undefined
    }
  }, [])

  function choose(file: File) {
    setLoading(true)
    onError(null)
    open(() => readFile(file), CHOSEN)
  }

  /** Loads a picture of another website through our server. It is then uploaded like a new one. */
  function chooseFrom(address: string) {
    setLoading(true)
    onError(null)
    open((signal) => fetchPicture(address, signal), CHOSEN)
  }
  return { picture, loading, choose, chooseFrom }
}

function textOf(error: unknown): string {
  if (error instanceof PictureError) return error.message
  const failure = toApiError(error)
  if (failure.status === 401 || failure.status === 503) announceFailure(failure)
  return error instanceof Error && error.name === 'EncodingError'
    ? NOT_LOADED_TEXT
    : NOT_SUPPORTED_TEXT
}
