/** Strangers wrote some of it: no escape sequence of theirs reaches the operator's terminal. */
export const printable = (line: string) => line.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')

/** A moment as the operator's command prints it. */
export const minuteOf = (moment: Date) =>
  `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`
