/** How far a browser looks for a page's own word about its charset. */
const PRESCAN_BYTES = 4096

type Decoder = InstanceType<typeof TextDecoder>

/**
 * A page as text: by its byte order mark, else the header, else its own meta tag, else UTF-8 when
 * that fits, else what the old web wrote.
 */
export function decodePage(bytes: Buffer, headerCharset: string | undefined): string {
  const decoder = markedDecoder(bytes) ?? decoderOf(headerCharset) ?? decoderOf(metaCharset(bytes))
  return decoder ? decoder.decode(bytes) : decodeUnlabelled(bytes)
}

function markedDecoder(bytes: Buffer): Decoder | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return decoderOf('utf-8')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decoderOf('utf-16be')
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decoderOf('utf-16le')
  return undefined
}

function decoderOf(label: string | undefined): Decoder | undefined {
  if (label === undefined) return undefined
  try {
    return new TextDecoder(label)
  } catch {
    return undefined
  }
}

function metaCharset(bytes: Buffer): string | undefined {
  const head = bytes.subarray(0, PRESCAN_BYTES).toString('latin1')
  const label = /<meta[^<>]+charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head)?.[1]
  // A tag that could be read as ASCII is not in UTF-16, whatever it says.
  return label && /^utf-?16/i.test(label) ? 'utf-8' : label
}

function decodeUnlabelled(bytes: Buffer): string {
  try {
    // `stream`: a page that was cut may end inside a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
