import { useLayoutEffect, useRef } from 'react'

/** Makes the field as high as its text. The style sheet limits the height. */
export function useAutoHeight() {
  const field = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const area = field.current
    if (!area) return
    area.style.height = 'auto'
    area.style.height = `${area.scrollHeight}px`
  })
  return field
}
