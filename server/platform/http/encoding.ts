/** Encodings in which a text is stored. */
export type Encoding = 'br' | 'gzip' | 'identity'

/** Returns the smallest encoding that the client accepts. `q=0` means not accepted. */
export function encodingFor(acceptEncoding: string): Encoding {
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(acceptEncoding)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(acceptEncoding) ? 'gzip' : 'identity'
}
