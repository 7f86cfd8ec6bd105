import { useState } from 'react'
import { requestDeletion } from '#api/people/leaving.ts'
import type { FormResult } from '#app/form/form-errors.ts'
import { useFormWithValues } from '#app/form/use-form.ts'
import { dayText } from '#app/problems/times.ts'
import { goToLogin } from '#app/session/cut-off.ts'
import { leavePush } from '#app/worker/push.ts'
import {
  DELETION_WORD,
  type DeletionPreview,
  type DeletionRequest,
} from '#contract/people/leaving.ts'
import { withProof } from '#features/people/factors/with-proof.ts'
import { quiet } from '#http/client.ts'
import { wipeAll } from '#live/wipe.ts'
import { confirm } from '#ui/dialog/confirm.tsx'

const EMPTY = { password: '', word: '', redeem: true }
type Values = typeof EMPTY

/**
 * Holds the values of the form. They are not saved as a draft, so leaving the screen discards them.
 */
export function useDeletionForm({ email, deletion_at, available, paypal_email }: DeletionPreview) {
  const [values, set] = useState(EMPTY)
  const canRedeem = available > 0 && paypal_email !== null
  const formValues = {
    values,
    change: (part: Partial<Values>) => set((before) => ({ ...before, ...part })),
    dirty: false,
    discard: () => undefined,
    ready: true,
  }
  return useFormWithValues(formValues, {
    read: ({ password, word, redeem }): FormResult<DeletionRequest> => {
      const errors = {
        ...(password === '' && { password: 'Enter your password.' }),
        ...(word.trim() !== DELETION_WORD && {
          word: `Type ${DELETION_WORD}, in capital letters.`,
        }),
      }
      if (Object.keys(errors).length > 0) return { errors }
      return { sent: { password, redeem: redeem && canRedeem } }
    },
    save: async (sent) => {
      if (!(await isSure(email, deletion_at))) return false
      await withProof(() => requestDeletion(sent, quiet))
      return true
    },
    onSaved: (isLeaving) => {
      if (isLeaving) void leaveDevice()
    },
    action: 'delete your account',
    offline: 'Deleting an account needs a connection.',
  })
}

const isSure = (email: string, deletionAt: string) =>
  confirm(`You are signed out now. Sign in before ${dayText(Date.parse(deletionAt))} to undo it.`, {
    title: `Delete ${email}?`,
    ok: 'Delete account',
    cancel: 'Keep account',
    danger: true,
  })

/** Removes all data from this device. The answer has already ended every session. */
async function leaveDevice(): Promise<void> {
  await leavePush().catch(() => undefined)
  await wipeAll().catch(() => undefined)
  await goToLogin('leaving')
}
