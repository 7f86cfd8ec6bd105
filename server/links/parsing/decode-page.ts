import { decodeAs, decodePartial, encodingOf, isMostlyUtf8, bomEncoding } from './charset.ts'
import { guessLegacyEncoding } from './legacy-encoding.ts'

/**
 * Decodes a page. The encoding comes from the byte order mark, the HTTP header, its own
 * declaration, or a guess by its letters (Encoding Standard and HTML, section "Determining the
 * character encoding").
 */
export function decodePage(bytes: Buffer, headerCharset: string | undefined): string {
  const encoding = bomEncoding(bytes) ?? encodingOf(headerCharset) ?? declaredEncoding(bytes)
  if (encoding !== undefined) return decodeAs(encoding, bytes)
  if (isMostlyUtf8(bytes)) return decodePartial(bytes)
  return decodeAs(guessLegacyEncoding(bytes, languagesOf(bytes)).encoding, bytes)
}

/** Returns the language of the `html` tag. */
function languagesOf(bytes: Buffer): string[] {
  const start = bytes.subarray(0, 4096).toString('latin1')
  const [, language] = /<html\s[^>]{0,1000}?\blang\s*=\s*["']?([\w-]+)/i.exec(start) ?? []
  return language === undefined ? [] : [language]
}

/** Maximum bytes to search for a declaration. Browsers also continue after the first bytes. */
const SEARCHED_BYTES = 512 * 1024

/** Elements with text content, in which a declaration does not count. */
const RAW_TEXT = /^(?:script|style|title|textarea|noscript|svg)\b/i
/** Maximum characters to read of a tag. */
const MAX_TAG = 2000
const ATTRIBUTE = /([^\s"'=<>/]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g

function declaredEncoding(bytes: Buffer): string | undefined {
  const text = bytes.subarray(0, SEARCHED_BYTES).toString('latin1')
  const [, xml] =
    /^\s{0,100}<\?xml\b[^>]{0,200}?\bencoding\s*=\s*["']([\w:.-]+)["']/i.exec(text) ?? []
  const labels = [xml, ...metaTags(text).map(labelIn)]
  const encoding = labels.map(encodingOf).find((name) => name !== undefined)
  // A declaration that was readable as ASCII cannot be in UTF-16 (HTML standard).
  return encoding?.startsWith('utf-16') ? 'utf-8' : encoding
}

/** Returns the meta tags of a page, without those in comments and text content. */
function metaTags(text: string): string[] {
  const lower = text.toLowerCase()
  const found: string[] = []
  for (let at = lower.indexOf('<'); at >= 0; at = lower.indexOf('<', at)) {
    const inside = text.slice(at + 1, at + MAX_TAG)
    const [rawName] = RAW_TEXT.exec(inside) ?? []
    const end = inside.startsWith('!--')
      ? lower.indexOf('-->', at)
      : rawName
        ? lower.indexOf(`</${rawName.toLowerCase()}`, at)
        : at
    // An unclosed element continues to the end.
    if (end < 0) return found
    // A quoted attribute may contain text that looks like a tag.
    const tag = /^\/?[a-z](?:"[^"]*"|'[^']*'|[^>"'])*/i.exec(inside)?.[0] ?? ''
    if (/^meta[\s/]/i.test(tag)) found.push(tag)
    at = Math.max(end, at + tag.length) + 1
  }
  return found
}

/** Returns the charset that a meta tag declares. */
function labelIn(tag: string): string | undefined {
  const attributes = new Map(
    [...tag.matchAll(ATTRIBUTE)].map(([, name = '', a, b, c]) => [
      name.toLowerCase(),
      a ?? b ?? c ?? '',
    ]),
  )
  if (attributes.has('charset')) return attributes.get('charset')
  if (!/^content-type$/i.test(attributes.get('http-equiv') ?? '')) return undefined
  return /charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(attributes.get('content') ?? '')?.[1]
}
