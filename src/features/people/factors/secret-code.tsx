import { useEffect, useState } from 'react'
import css from './factors.module.css'

/** Shows the QR code of a new secret. It is drawn on the device and never sent elsewhere. */
export function SecretCode({ uri }: { uri: string }) {
  const [picture, setPicture] = useState<string>()
  useEffect(() => {
    let isWanted = true
    void draw(uri).then((drawn) => isWanted && setPicture(drawn))
    return () => {
      isWanted = false
    }
  }, [uri])
  return (
    <div className={css.qr}>
      {picture && <img src={picture} alt="QR code for your authenticator app" />}
    </div>
  )
}

/** Returns the picture, or undefined if its code did not load. The key can still be typed. */
async function draw(uri: string): Promise<string | undefined> {
  try {
    const { drawQr, toSvg } = await import('#contract/qr/drawing.ts')
    const look = { color: '#000000', background: '#ffffff', logo: 'none' } as const
    return `data:image/svg+xml,${encodeURIComponent(toSvg(drawQr(uri, look)))}`
  } catch {
    return undefined
  }
}
