import { useEffect } from 'react'
import { openCopy } from '#live/read/copies.ts'
import { useLinkTotals } from '#live/read/use-link-totals.ts'
import { useTopLayer } from '#ui/dialog/dialog-stack.ts'
import type { Icon } from '#ui/icon.ts'
import { Mark } from '#ui/mark.tsx'
import { toast } from '#ui/notices/toast.tsx'
import css from './milestones.module.css'
import { levelOf, MILESTONES } from './levels.ts'

/** Name of the saved copy, which is deleted with the user's data. */
export const MILESTONES_COPY = 'milestones'

/**
 * Announces each milestone once, when no dialog is open. Milestones reached before the first start
 * on this device are not announced.
 */
export function Milestones() {
  const totals = useLinkTotals()
  const isFree = useTopLayer() === document.body
  const level = totals && levelOf(totals)
  useEffect(() => {
    if (level === undefined) return undefined
    let over = false
    const reached = openCopy<number>(MILESTONES_COPY)
    async function compare(now: number) {
      const known = await reached.read()
      if (over || (known !== null && (!isFree || known >= now))) return
      reached.keep(now)
      const text = MILESTONES[now - 1]?.text
      if (known !== null && text) toast(text, { icon: SlidingMark })
    }
    void compare(level)
    return () => {
      over = true
    }
  }, [level, isFree])
  return null
}

const SlidingMark: Icon = ({ size = 20 }) => (
  <Mark size={size} motion="slide" className={css.mark} />
)
