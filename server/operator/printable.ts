/**
 * Replaces control characters. Some texts come from users and must not send escape sequences to the
 * operator's terminal.
 */
export const printable = (line: string) => line.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')

/** Formats a time for the operator's commands. */
export const formatMinute = (moment: Date) =>
  `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`
