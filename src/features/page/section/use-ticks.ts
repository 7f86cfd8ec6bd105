import { useState } from 'react'
import { toast } from '#ui/toast.tsx'

/** Keeps the selected ids in order of selection, up to the maximum of a section. */
export function useTicks(held: string[], max: number) {
  const [ticked, tick] = useState<string[]>([])
  const chosen = ticked.filter((id) => !held.includes(id))

  function toggle(id: string) {
    const rest = chosen.filter((one) => one !== id)
    if (rest.length < chosen.length) tick(rest)
    else if (held.length + chosen.length >= max) toast(`A section holds up to ${max}.`)
    else tick([...chosen, id])
  }
  return { chosen, toggle }
}
