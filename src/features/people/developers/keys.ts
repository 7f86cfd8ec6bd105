import { atom } from 'jotai'
import { deleteApiKey, listApiKeys } from '#api/developers/api-keys.ts'
import { runAction } from '#app/failure/run-action.ts'
import { dayText } from '#app/problems/times.ts'
import { useAnswer, type Answer } from '#app/query/use-answer.ts'
import type { ApiKey, CreatedApiKey } from '#contract/developers/api-keys.ts'
import { quiet } from '#http/client.ts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { toast } from '#ui/notices/toast.tsx'

export type ApiKeyList = Answer<ApiKey[]>

export const useApiKeys = (): ApiKeyList => useAnswer('api keys', listApiKeys, { copy: true })

/** Key that was just created, until its dialog is closed. It is never stored on the device. */
export const createdKeyAtom = atom<CreatedApiKey | undefined>(undefined)

export const isExpired = ({ expires_at }: ApiKey, now = Date.now()): boolean =>
  expires_at !== null && Date.parse(expires_at) <= now

/** Returns why a key no longer works, or undefined if it works. */
export function endText(key: ApiKey): string | undefined {
  if (key.revoked_at !== null) return `Revoked ${dayOf(key.revoked_at)}`
  if (key.expires_at !== null && isExpired(key)) return `Expired ${dayOf(key.expires_at)}`
  return undefined
}

/** Returns the day on which a key or app was last used, in words. */
export function lastUseText({ last_used_at: at }: Pick<ApiKey, 'last_used_at'>): string {
  if (at === null) return 'Not used yet'
  const isToday = new Date(at).toDateString() === new Date().toDateString()
  return isToday ? 'Used today' : `Used ${dayOf(at)}`
}

export const dayOf = (moment: string) => dayText(Date.parse(moment))

/** Deletes a key after a confirmation. */
export async function removeKey(key: ApiKey, keys: ApiKeyList): Promise<void> {
  const isSure = await confirm('Scripts and apps that use it stop working at once.', {
    title: `Delete ${key.name}?`,
    ok: 'Delete key',
    cancel: 'Keep the key',
    danger: true,
  })
  if (!isSure) return
  await runAction(`delete ${key.name}`, () => deleteApiKey(key.id, quiet), {
    onDone() {
      keys.set((keys.value ?? []).filter(({ id }) => id !== key.id))
      toast(`${key.name} is deleted.`)
    },
  })
  // Reload after a failure too, because the key may have been deleted elsewhere.
  void keys.refresh()
}
