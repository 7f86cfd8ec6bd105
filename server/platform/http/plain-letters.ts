/** Percent-encoded characters of which names and keys consist. */
const ENCODED_LETTER = /%(?:2d|3\d|[46][1-9a-f]|5[0-9af]|7[0-9ae])/gi

/** Returns an address with letters, digits, `-`, `_` and `~` as such. Both spellings are the same. */
export const withPlainLetters = (address: string): string =>
  address.includes('%')
    ? address.replace(ENCODED_LETTER, (code) =>
        String.fromCharCode(Number.parseInt(code.slice(1), 16)),
      )
    : address
