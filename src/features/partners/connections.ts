import { useStore } from 'jotai'
import {
  answerBrandInvitation,
  getUnmaskingSettings,
  listBrandInvitations,
  listConnections,
  listIgnoredInvitations,
  removeConnection,
} from '#api/partners/unmasking.ts'
import { runAction } from '#app/failure/run-action.ts'
import { updateFacts } from '#app/facts/follow-facts.ts'
import { useOffline } from '#app/problems/problems.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import { usePages } from '#app/query/use-pages.ts'
import type { Appearance, BrandInvitation, Connection } from '#contract/partners/unmasking.ts'
import { quiet } from '#http/client.ts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { toast } from '#ui/notices/toast.tsx'

/** Lists the unanswered invitations. */
export const useInvitations = () =>
  useAnswer('pending invitations', listBrandInvitations, { copy: true, isSecondary: true })

/** Lists the ignored invitations, which can still be accepted. */
export const useIgnored = () =>
  usePages('ignored invitations', listIgnoredInvitations, { copy: true, isSecondary: true })

/** Lists the brands that see the creator's name. */
export const useConnections = () => usePages('connections', listConnections, { copy: true })

export const useUnmaskingSettings = () =>
  useAnswer('unmasking settings', getUnmaskingSettings, { copy: true, isSecondary: true })

const OFFLINE = 'You’re offline. Nothing was sent.'

/**
 * Returns functions that answer an invitation or remove a connection. They need a connection to the
 * server and are never queued, because they change what a brand sees.
 */
export function useConnectionActions(onChanged: () => unknown) {
  const store = useStore()
  const offline = useOffline()

  async function answer(
    { id, inviting: { company_name: name }, appearance }: BrandInvitation,
    decision: 'accept' | 'ignore',
  ): Promise<boolean> {
    if (offline) return showOfflineNotice()
    let isDone = false
    await runAction(
      decision === 'accept'
        ? `accept the invitation of ${name}`
        : `ignore the invitation of ${name}`,
      () => answerBrandInvitation(id, decision, quiet),
      {
        subject: 'The invitation',
        onDone: () => {
          isDone = true
          toast(decision === 'accept' ? seenText(name, appearance) : `${name} still sees a number.`)
        },
      },
    )
    await reload()
    return isDone
  }

  /** Removes a connection after the user has confirmed the consequences. */
  async function remove({ id, organization }: Connection): Promise<void> {
    if (offline) return void showOfflineNotice()
    const { company_name: name } = organization
    const isSure = await confirm(
      'From now on they see a partner number again. They keep what they have noted. Your links and what they pay you don’t change.',
      { title: `Remove ${name}?`, ok: 'Remove connection', cancel: 'Keep it', danger: true },
    )
    if (!isSure) return
    await runAction(`remove ${name}`, () => removeConnection(id, quiet), {
      subject: 'The connection',
      onDone: () => toast(`${name} sees a number again.`),
    })
    await reload()
  }

  /**
   * Reloads, also after a failure, because the invitation may have been answered on another device.
   */
  async function reload() {
    onChanged()
    try {
      const pending = await listBrandInvitations(quiet)
      updateFacts(store, { invitations: pending.length })
    } catch {
      // The number is loaded again later.
    }
  }

  return { answer, remove }
}

/** Explains what the brand sees now. It sees the number until the creator has a public name. */
const seenText = (brand: string, { name }: Appearance) =>
  name === null
    ? `${brand} sees your name once your public profile has one.`
    : `${brand} sees your name from now on.`

function showOfflineNotice(): false {
  toast(OFFLINE, { tone: 'problem' })
  return false
}
