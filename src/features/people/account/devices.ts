import { listSignedInDevices, signOutDevice } from '#api/people/sessions.ts'
import { runAction } from '#app/failure/run-action.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import type { SignedInDevice } from '#contract/people/sessions.ts'
import { quiet } from '#http/client.ts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { toast } from '#ui/notices/toast.tsx'

export const useDevices = () => useAnswer('signed-in devices', listSignedInDevices, { copy: true })

export const nameOf = ({ device }: SignedInDevice) => device || 'Unknown browser'

/** Signs a device out after a confirmation. */
export async function signOut(device: SignedInDevice, done: () => void): Promise<void> {
  const name = nameOf(device)
  const isSure = await confirm(
    'Unsaved changes there may be lost. If it is not your device, set a new password too.',
    { title: `Sign out ${name}?`, ok: 'Sign out', cancel: 'Keep signed in', danger: true },
  )
  if (!isSure) return
  await runAction(`sign ${name} out`, () => signOutDevice(device.id, quiet), {
    onDone: () => toast(`${name} is signed out.`),
  })
  // Reload after a failure too, because the device may have been signed out elsewhere.
  done()
}
