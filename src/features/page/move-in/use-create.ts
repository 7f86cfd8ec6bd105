import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { createMoveIn } from '#api/page/pages.ts'
import { useAttemptKeys } from '#app/form/use-attempt-keys.ts'
import { useOffline } from '#app/problems/problems.ts'
import type { MovedIn, MoveInChoice, MoveInDraft } from '#contract/page/move-in.ts'
import { quiet } from '#http/client.ts'
import { revalidate } from '#live/sync/revalidate.ts'
import { paths } from '#paths.ts'
import { toast } from '#ui/notices/toast.tsx'
import { usePage, useSections } from '../page.ts'
import { explainRefusal, OFFLINE_TEXT } from '../use-saves.ts'

type CreateOptions = {
  /** Targets of links that are not created. */
  removed: string[]
  onMoved: (answer: MovedIn) => void
}

/** Returns what creates the page without the removed links, and how that went. */
export function useCreate(draft: MoveInDraft, { removed, onMoved }: CreateOptions) {
  const attempt = useAttemptKeys()
  const navigate = useNavigate()
  const offline = useOffline()
  const page = usePage()
  const sections = useSections()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  async function create() {
    if (busy) return
    setError(offline ? OFFLINE_TEXT : undefined)
    if (offline) return
    setBusy(true)
    try {
      const choice = choiceOf(draft, removed)
      const answer = await attempt(choice, (key) => createMoveIn(choice, { ...quiet, key }))
      page.set(answer.page)
      void sections.refresh()
      void revalidate('links')
      if (answer.left_out.length > 0) return onMoved(answer)
      toast(
        draft.has_page ? 'Added to your page.' : 'Your page is ready. Publish it when you like.',
      )
      await navigate({ href: paths.pageHome, replace: true })
      onMoved(answer)
    } catch (cause) {
      setError(explainRefusal(cause, 'create the page'))
    } finally {
      setBusy(false)
    }
  }
  return { create, busy, error }
}

function choiceOf(draft: MoveInDraft, removed: string[]): MoveInChoice {
  const { title, description, slug, image_upload_id, look, social } = draft
  const sections = draft.sections.map((section) => ({
    title: section.title,
    links: section.links
      .filter(({ url }) => !removed.includes(url))
      .map(({ url, title, image_upload_id }) => ({ url, title, image_upload_id })),
  }))
  return {
    title,
    description,
    slug,
    image_upload_id,
    ...(look && { theme: look.theme, accent: look.accent }),
    sections: sections.filter(({ links }) => links.length > 0),
    social: social.map(({ url }) => url),
  }
}
