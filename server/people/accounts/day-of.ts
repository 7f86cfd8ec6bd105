/** UTC: nobody knows where it is read. */
export const dayOf = (at: Date): string =>
  at.toLocaleDateString('en-US', {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  })
