import { useSetAtom } from 'jotai'
import { openView } from '#app/dialog/link-dialog-state.ts'
import type { ShortLink } from '#contract/links/short-link.ts'

/** Returns the actions that open a link's dialog; all other actions are in link-actions.ts. */
export function useOpenLink() {
  const open = useSetAtom(openView)
  return {
    share: (link: ShortLink) => open({ name: 'share', uuid: link.uuid }),
    edit: (link: ShortLink) => open({ name: 'edit', uuid: link.uuid }),
  }
}
