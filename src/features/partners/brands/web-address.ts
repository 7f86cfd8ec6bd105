/** An address of the web that somebody else wrote, or null: nothing else is ever followed. */
export function webAddress(text: string): string | null {
  try {
    const { protocol, href } = new URL(text)
    return protocol === 'https:' || protocol === 'http:' ? href : null
  } catch {
    return null
  }
}

/** What is read of it: the host, without what every shop begins with. */
export function hostOf(text: string): string {
  try {
    return new URL(text).host.replace(/^www\./, '')
  } catch {
    return text
  }
}
