import { useState } from 'react'
import { toast } from '#ui/notices/toast.tsx'

/** Keeps the selected ids in order of selection, up to the maximum of a section. */
export function useSelectedIds(held: string[], max: number) {
  const [selected, setSelected] = useState<string[]>([])
  const chosen = selected.filter((id) => !held.includes(id))

  function toggle(id: string) {
    const rest = chosen.filter((one) => one !== id)
    if (rest.length < chosen.length) setSelected(rest)
    else if (held.length + chosen.length >= max) toast(`A section holds up to ${max}.`)
    else setSelected([...chosen, id])
  }
  return { chosen, toggle }
}
