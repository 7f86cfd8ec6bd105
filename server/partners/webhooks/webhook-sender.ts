/** Sends due deliveries in the background, so that a slow receiver delays no job. */
export type WebhookSender = {
  /** Starts sending what is due. Returns at once. */
  wake(): void
  stop(): Promise<void>
}
