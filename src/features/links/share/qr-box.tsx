import { DownloadSimpleIcon } from '@phosphor-icons/react/DownloadSimple'
import { Suspense, useEffect, useState } from 'react'
import { useOffline } from '#app/problems/problems.ts'
import { runAction } from '#app/failure/run-action.ts'
import { Button } from '#ui/button.tsx'
import type { ShortLink } from '#contract/links/short-link.ts'
import { lazyPart } from '#ui/loading/lazy-part.tsx'
import css from './share-view.module.css'

const QrStyle = lazyPart(async () => (await import('./qr-style.tsx')).QrStyle)

/** Quiet zone in modules on screen; the white card around the code adds the rest. */
const SCREEN_QUIET_ZONE = 2

type QrBoxProps = {
  url: string
  /** Name of the saved files. */
  name: string
  /** Link of the code. Without it, the code cannot be styled. */
  link?: ShortLink
}

/**
 * Shows the QR code of a link with buttons to save it. The code that draws it is loaded separately,
 * because few users need it.
 */
export function QrBox({ url, name, link }: QrBoxProps) {
  const [isStyling, setStyling] = useState(false)
  const picture = useQr(url)
  // The server draws styled codes, so without a connection the plain one stays.
  const isOffline = useOffline()
  if (picture === null) return null
  const isPlain = !link || !isStyling || isOffline
  return (
    <div className={css.qr}>
      {isPlain && (
        <div className={css.card}>
          {picture && <img src={picture} alt={`QR code for ${url}`} width={156} height={156} />}
        </div>
      )}
      <div className={css.print}>
        <p>Put it on packaging, a shelf card or the end of a video.</p>
        {isPlain && (
          <div className={css.kinds}>
            <Button size="sm" icon={DownloadSimpleIcon} onClick={() => void save('png')}>
              Save PNG
            </Button>
            <Button size="sm" icon={DownloadSimpleIcon} onClick={() => void save('svg')}>
              Save SVG
            </Button>
          </div>
        )}
        {link && (
          <Button
            size="sm"
            variant="quiet"
            aria-expanded={isStyling}
            onClick={() => setStyling(!isStyling)}
          >
            Colours and logo
          </Button>
        )}
      </div>
      <Suspense fallback={null}>{link && isStyling && <QrStyle link={link} />}</Suspense>
    </div>
  )

  function save(kind: 'png' | 'svg') {
    return runAction('save the image', async () => {
      const [{ qrSvg }, { savePng, saveSvg }] = await Promise.all([
        import('./qr.ts'),
        import('./save-image.ts'),
      ])
      if (kind === 'png') await savePng(qrSvg(url), `qr-${name}`)
      else saveSvg(qrSvg(url), `qr-${name}`)
    })
  }
}

/** Returns the picture; undefined while it is drawn, null if that failed. */
function useQr(url: string): string | null | undefined {
  const [picture, setPicture] = useState<string | null>()
  useEffect(() => {
    let wanted = true
    void draw(url).then((drawn) => wanted && setPicture(drawn))
    return () => {
      wanted = false
    }
  }, [url])
  return picture
}

async function draw(url: string): Promise<string | null> {
  try {
    const { qrSvg, svgUrl } = await import('./qr.ts')
    return svgUrl(qrSvg(url, SCREEN_QUIET_ZONE))
  } catch {
    return null
  }
}
