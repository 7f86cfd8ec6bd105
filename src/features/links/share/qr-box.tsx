import { DownloadSimpleIcon } from '@phosphor-icons/react/DownloadSimple'
import { useEffect, useState } from 'react'
import { runAction } from '#app/failure/run-action.ts'
import { Button } from '#ui/button.tsx'
import css from './share-view.module.css'

/** Quiet zone in modules on screen; the white card around the code adds the rest. */
const SCREEN_QUIET_ZONE = 2

/**
 * Shows the QR code of a link with buttons to save it. The code that draws it is loaded separately,
 * because few users need it.
 */
export function QrBox({ url, name }: { url: string; name: string }) {
  const picture = useQr(url)
  if (picture === null) return null
  return (
    <div className={css.qr}>
      <div className={css.card}>
        {picture && <img src={picture} alt={`QR code for ${url}`} width={156} height={156} />}
      </div>
      <div className={css.print}>
        <p>Put it on packaging, a shelf card or the end of a video.</p>
        <div className={css.kinds}>
          <Button size="sm" icon={DownloadSimpleIcon} onClick={() => void save('png')}>
            Save PNG
          </Button>
          <Button size="sm" icon={DownloadSimpleIcon} onClick={() => void save('svg')}>
            Save SVG
          </Button>
        </div>
      </div>
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
