import { InstagramLogoIcon } from '@phosphor-icons/react/InstagramLogo'
import { PictureInPictureIcon } from '@phosphor-icons/react/PictureInPicture'
import { TiktokLogoIcon } from '@phosphor-icons/react/TiktokLogo'
import { useState } from 'react'
import { runAction } from '#app/failure/run-action.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { Button } from '#ui/button.tsx'
import { copyText } from '#ui/copy/copy-text.ts'
import { toast } from '#ui/notices/toast.tsx'
import { captionOf } from './captions.ts'
import css from './share-view.module.css'

/** Offers a story picture and captions for posts. */
export function StoryEntries({ link }: { link: ShortLink }) {
  const [busy, setBusy] = useState(false)

  async function shareCard() {
    setBusy(true)
    await runAction('draw the story card', async () => {
      const { storyCard } = await import('./story-card.ts')
      await shareOrDownload(await storyCard(link))
    })
    setBusy(false)
  }

  async function copy(network: 'instagram' | 'tiktok') {
    if (await copyText(captionOf(link, network))) toast('Caption has been copied')
    else toast('Could not copy. Select the text and copy it.', { tone: 'problem' })
  }

  return (
    <div className={css.kinds} role="group" aria-label="For stories and posts">
      <Button size="sm" icon={PictureInPictureIcon} busy={busy} onClick={() => void shareCard()}>
        Story card
      </Button>
      <Button size="sm" icon={InstagramLogoIcon} onClick={() => void copy('instagram')}>
        Copy for Instagram
      </Button>
      <Button size="sm" icon={TiktokLogoIcon} onClick={() => void copy('tiktok')}>
        Copy for TikTok
      </Button>
    </div>
  )
}

/**
 * Shares the file through the system's share sheet, or downloads it if that is not available.
 * Closing the sheet is not a failure.
 */
async function shareOrDownload(file: File): Promise<void> {
  const files = [file]
  if (typeof navigator.canShare === 'function' && navigator.canShare({ files })) {
    try {
      return await navigator.share({ files })
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
      // The user's tap may be too long ago for the share sheet, so download the file.
    }
  }
  const { download } = await import('./save-image.ts')
  download(file, file.name)
}
