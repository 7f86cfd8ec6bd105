import { ImageIcon } from '@phosphor-icons/react/Image'
import { useEffect, useState } from 'react'
import { fetchThumbnail } from '#api/people/connected-accounts.ts'
import type { InstagramMedia } from '#contract/people/connected-accounts.ts'
import { cutText } from '#contract/text/graphemes.ts'
import css from './media-picker.module.css'

type MediaTileProps = { media: InstagramMedia; number: number; onPick: () => void }

const MAX_CAPTION = 80

export function MediaTile({ media, number, onPick }: MediaTileProps) {
  const src = useThumbnail(media.thumbnail_url)
  const caption = cutText(media.caption.trim(), MAX_CAPTION)
  return (
    <button
      type="button"
      className={css.tile}
      aria-label={caption === '' ? `Photo ${number}` : `Photo ${number}: ${caption}`}
      onClick={onPick}
    >
      {src === undefined ? (
        <ImageIcon size={22} aria-hidden />
      ) : (
        <img className={css.picture} src={src} alt="" decoding="async" />
      )}
    </button>
  )
}

/** Loads a picture with the session's token, which an `img` element would not send. */
function useThumbnail(url: string): string | undefined {
  const [src, setSrc] = useState<string>()
  useEffect(() => {
    const aborter = new AbortController()
    let objectUrl: string | undefined
    async function load() {
      const blob = await fetchThumbnail(url, aborter.signal)
      if (aborter.signal.aborted) return
      objectUrl = URL.createObjectURL(blob)
      setSrc(objectUrl)
    }
    // If it fails, the tile keeps its icon.
    load().catch(() => undefined)
    return () => {
      aborter.abort()
      if (objectUrl !== undefined) URL.revokeObjectURL(objectUrl)
    }
  }, [url])
  return src
}
