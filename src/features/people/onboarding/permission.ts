import type { NotificationPermission } from '#contract/onboarding.ts'
import { supported } from '#app/worker/push.ts'

/** Returns the browser's notification permission without asking the user. */
export const notificationPermission = (): NotificationPermission =>
  supported() === null ? Notification.permission : 'unsupported'
