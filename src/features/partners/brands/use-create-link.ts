import { useSetAtom } from 'jotai'
import { openView } from '#app/dialog/link-dialog-state.ts'
import type { Organization } from '#contract/brands.ts'
import { webAddress } from './web-address.ts'

/** Opens CREATE with a brand's or a product's address filled in. */
export function useCreateLink(): (url: string) => void {
  const open = useSetAtom(openView)
  return (url) => open({ name: 'create', url })
}

/** Where a link to a brand leads: its own site, else the first place where it sells. */
export function brandAddress({ website, domains }: Organization): string | null {
  const [first] = domains
  return webAddress(website) ?? (first === undefined ? null : webAddress(`https://${first}`))
}
