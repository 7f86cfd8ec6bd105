import { useEffect, useEffectEvent } from 'react'
import { EditLinkPhoto } from '#features/people/photos/edit-link-photo.tsx'
import { useAnyLink } from './any-link.ts'

/** Shows the photo editor for a link, opened from its menu. */
export function PhotoView({ uuid, onClose }: { uuid: string; onClose: () => void }) {
  const link = useAnyLink(uuid)
  // A string is the reason why there is no link.
  const isMissing = typeof link === 'string'
  const leave = useEffectEvent(onClose)
  useEffect(() => {
    if (isMissing) leave()
  }, [isMissing])
  return typeof link === 'object' ? <EditLinkPhoto link={link} onClose={onClose} /> : null
}
