/** Notice that a payment request was not sent. Such requests are never queued while offline. */
export const NOT_SENT = 'You’re offline. Nothing was sent.'
