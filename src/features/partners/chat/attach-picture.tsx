import { ImageIcon } from '@phosphor-icons/react/Image'
import { XIcon } from '@phosphor-icons/react/X'
import { useEffect, useRef, useState, type ChangeEvent } from 'react'
import { uploadPicture } from '#api/uploads.ts'
import { explainFailure } from '#app/failure/explain-failure.ts'
import { useOffline } from '#app/problems/problems.ts'
import { PRODUCT_SLUG } from '#contract/app-constants.ts'
import { UPLOAD_ACCEPT, UPLOAD_MAX_BYTES, UPLOAD_SIZE_TEXT } from '#contract/images/uploads.ts'
import { serverAddress } from '#http/endpoint.ts'
import { isCancelled, toApiError } from '#http/error.ts'
import { IconButton } from '#ui/button.tsx'
import { toast } from '#ui/notices/toast.tsx'
import css from './attach-picture.module.css'

type Picture = { id: number; url: string }

/**
 * Uploads a picture at once. The message then only refers to it and stays small enough for the
 * outbox.
 */
export function AttachPicture({ attached }: { attached: (picture: Picture) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const offline = useOffline()
  const [sent, setSent] = useState<number | null>(null)
  const leaving = useRef(new AbortController())
  useEffect(() => {
    const left = new AbortController()
    leaving.current = left
    return () => left.abort()
  }, [])

  function openPicker() {
    if (offline) toast('You’re offline. A picture needs a connection.', { tone: 'info' })
    else if (sent === null) input.current?.click()
  }
  async function uploadSelected({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    target.value = ''
    if (!file) return
    if (file.size > UPLOAD_MAX_BYTES) {
      toast(UPLOAD_SIZE_TEXT, { tone: 'problem' })
      return
    }
    setSent(0)
    const { signal } = leaving.current
    const options = { signal, onProgress: setSent }
    try {
      const { id, image_url: url } = await uploadPicture(`${PRODUCT_SLUG}_post`, file, options)
      if (!signal.aborted) attached({ id, url })
    } catch (error) {
      const text = isCancelled(error) ? null : uploadErrorText(error)
      if (text !== null) toast(text, { tone: 'problem' })
    }
    if (!signal.aborted) setSent(null)
  }
  return (
    <>
      <IconButton
        label="Add a picture"
        icon={ImageIcon}
        iconSize={23}
        aria-busy={sent !== null || undefined}
        onClick={openPicker}
      />
      <input
        ref={input}
        type="file"
        accept={UPLOAD_ACCEPT}
        className="vh"
        tabIndex={-1}
        aria-hidden
        onChange={(event) => void uploadSelected(event)}
      />
      <span className="vh" role="status">
        {sent !== null && 'Adding the picture'}
      </span>
    </>
  )
}

/** The server reports problems with the picture in the field `file`. */
const uploadErrorText = (error: unknown) =>
  toApiError(error).field('file') ?? explainFailure(error, 'add the picture')

/** Shows the picture that goes with the next message. */
export const PictureToSend = ({ url, remove }: { url: string; remove: () => void }) => (
  <div className={css.picture}>
    <img src={serverAddress(url)} alt="Picture to send" />
    <IconButton label="Remove the picture" icon={XIcon} iconSize={18} onClick={remove} />
  </div>
)
