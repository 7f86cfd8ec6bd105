/**
 * Returns whether a text is a URL, relative to `base` if that is given. Replaces `URL.canParse`,
 * which Node 20 lets refuse hosts like `bücher.example` after some thousand calls.
 */
export function canParseUrl(text: string, base?: string | URL): boolean {
  try {
    return Boolean(new URL(text, base))
  } catch {
    return false
  }
}
