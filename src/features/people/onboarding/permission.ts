import type { NotificationPermission } from '#contract/people/onboarding.ts'
import { unsupportedReason } from '#app/worker/push.ts'

/** Returns the browser's notification permission without asking the user. */
export const notificationPermission = (): NotificationPermission =>
  unsupportedReason() === null ? Notification.permission : 'unsupported'
