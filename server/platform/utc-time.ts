const format = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** Returns a time for visitors, whose time zone is unknown: `May 1, 2031 at 10:00 AM UTC`. */
export const utcTime = (at: Date): string => `${format.format(at)} UTC`
