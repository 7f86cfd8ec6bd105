import type { PushSender } from '../../people/push/push-sender.ts'
import type { Counts } from '../../platform/metrics/counts.ts'

/** Returns a sender that counts the results of another one. */
export const countedPushes = (sender: PushSender, counts: Counts): PushSender => ({
  ...sender,
  async send(...message) {
    const outcome = await sender.send(...message)
    counts.pushes[outcome.is] += 1
    return outcome
  },
})
