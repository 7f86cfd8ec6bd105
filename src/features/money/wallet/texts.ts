/** Money never waits for a connection: what was chosen stays, and nothing has happened. */
export const NOT_SENT = 'You’re offline. Nothing was sent.'
