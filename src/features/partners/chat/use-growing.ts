import { useLayoutEffect, useRef } from 'react'

/** As high as what is typed; its style says up to how much. */
export function useGrowing() {
  const field = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const area = field.current
    if (!area) return
    area.style.height = 'auto'
    area.style.height = `${area.scrollHeight}px`
  })
  return field
}
