import type { NotificationPermission } from '#contract/onboarding.ts'
import { supported } from '#app/worker/push.ts'

/** What this browser says of notifications, without asking anybody. */
export const notificationPermission = (): NotificationPermission =>
  supported() === null ? Notification.permission : 'unsupported'
