import { useSetAtom } from 'jotai'
import { openView } from '#app/dialog/link-dialog-state.ts'
import type { Organization } from '#contract/partners/brands.ts'
import { webAddress } from './web-address.ts'

/** Returns a function that opens the Create view with this address filled in. */
export function useCreateLink(): (url: string) => void {
  const open = useSetAtom(openView)
  return (url) => open({ name: 'create', url })
}

/** Returns the target of links to a brand: its website, or else the first shop. */
export function brandAddress({ website, domains }: Organization): string | null {
  const [first] = domains
  return webAddress(website) ?? (first === undefined ? null : webAddress(`https://${first}`))
}
