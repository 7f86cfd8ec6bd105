/** Returns the date in words, in UTC because the reader's time zone is unknown. */
export const formatDay = (at: Date): string =>
  at.toLocaleDateString('en-US', {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  })
