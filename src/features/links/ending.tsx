import { useEffect, useReducer } from 'react'
import type { ShortLink } from '#contract/links/short-link.ts'
import { endText, nextEndText } from './end-text.ts'
import css from './ending.module.css'

/** Shows that a link is blocked, has ended or will end; nothing for other links. */
export function Ending({ link }: { link: ShortLink }) {
  if (link.is_blocked) return <span className={css.blocked}>Blocked</span>
  return link.expires_at ? <End at={Date.parse(link.expires_at)} /> : null
}

/** Updates its text as time passes. */
function End({ at }: { at: number }) {
  const [, rerender] = useReducer((turns: number) => turns + 1, 0)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    function wait() {
      const left = nextEndText(at)
      // Wait a little longer than needed, because timers may fire early.
      if (left !== null) timer = setTimeout(update, left + 50)
    }
    function update() {
      rerender()
      wait()
    }
    wait()
    return () => clearTimeout(timer)
  }, [at])
  return <span className={css.ending}>{endText(at)}</span>
}
