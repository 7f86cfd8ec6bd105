import { useState, type ReactNode } from 'react'

type LazyImageProps = {
  src: string | null
  size: number
  className?: string | undefined
  /** Content if there is no picture or it cannot be loaded. */
  fallback?: ReactNode
}

/** Shows a decorative square picture. Set `src` as its key, so that a new picture is tried again. */
export function LazyImage({ src, size, className, fallback = null }: LazyImageProps) {
  const [broken, setBroken] = useState(false)
  if (!src || broken) return fallback
  return (
    <img
      className={className}
      src={src}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(true)}
    />
  )
}
