import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { openChannel } from '#api/partners/chat.ts'
import { quiet } from '#http/client.ts'
import type { NewChannel } from '#contract/partners/chat.ts'
import { paths } from '#paths.ts'
import { toast } from '#ui/notices/toast.tsx'
import { goToScreen } from '../dialog/use-dialog-param.ts'
import { runAction } from '../failure/run-action.ts'
import { useOffline } from '../problems/problems.ts'
import { prefill, type MessageDraft } from './drafts.ts'

/**
 * Opens the conversation with a brand or with support and creates it if needed. A prefilled message
 * is put into the message field, and only the user sends it.
 */
export function useConversation() {
  const { history } = useRouter()
  const offline = useOffline()
  const [busy, setBusy] = useState(false)

  async function open(target: NewChannel, message?: MessageDraft) {
    if (busy) return
    if (offline) {
      toast('You’re offline. Nothing was sent.', { tone: 'info' })
      return
    }
    setBusy(true)
    await runAction('open the conversation', async () => {
      const channel = await openChannel(target, quiet)
      if (message) await prefill(channel, message)
      goToScreen(history, paths.chat(channel))
    })
    setBusy(false)
  }
  return { busy, open: (target: NewChannel, message?: MessageDraft) => void open(target, message) }
}
