import { ImageIcon } from '@phosphor-icons/react/Image'
import { useEffect, useState } from 'react'
import { fetchThumbnail } from '#api/connected-accounts.ts'
import type { InstagramMedia } from '#contract/connected-accounts.ts'
import { cutText } from '#contract/text/graphemes.ts'
import css from './media-picker.module.css'

type MediaTileProps = { media: InstagramMedia; number: number; onPick: () => void }

const LONGEST_NAME = 80

export function MediaTile({ media, number, onPick }: MediaTileProps) {
  const src = useThumbnail(media.thumbnail_url)
  const caption = cutText(media.caption.trim(), LONGEST_NAME)
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
    const left = new AbortController()
    let made: string | undefined
    async function load() {
      const blob = await fetchThumbnail(url, left.signal)
      if (left.signal.aborted) return
      made = URL.createObjectURL(blob)
      setSrc(made)
    }
    // Without it, the tile shows an icon.
    load().catch(() => undefined)
    return () => {
      left.abort()
      if (made !== undefined) URL.revokeObjectURL(made)
    }
  }, [url])
  return src
}
