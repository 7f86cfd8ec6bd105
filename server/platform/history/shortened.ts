/** Returns a text of at most `max` characters. A longer one is cut and ends with an ellipsis. */
export const shortened = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max - 1).replace(/\p{Surrogate}$/u, '')}…` : text
