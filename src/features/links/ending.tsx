import { useEffect, useReducer } from 'react'
import type { ShortLink } from '#contract/links.ts'
import { endText, nextEndText } from './end-text.ts'
import css from './ending.module.css'

/** What keeps a link from leading to its target, now or soon; nothing for most links. */
export function Ending({ link }: { link: ShortLink }) {
  if (link.is_blocked) return <span className={css.blocked}>Blocked</span>
  return link.expires_at ? <End at={Date.parse(link.expires_at)} /> : null
}

/** Follows the clock while it stands there. */
function End({ at }: { at: number }) {
  const [, showAgain] = useReducer((turns: number) => turns + 1, 0)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    function wait() {
      const left = nextEndText(at)
      // A moment later than the change, because timers may be early.
      if (left !== null) timer = setTimeout(turn, left + 50)
    }
    function turn() {
      showAgain()
      wait()
    }
    wait()
    return () => clearTimeout(timer)
  }, [at])
  return <span className={css.ending}>{endText(at)}</span>
}
