import { decodePunycode } from './punycode.ts'
import { canParseUrl } from './can-parse-url.ts'

/** Writing systems whose letters may stand together in one label of a host name. */
const WRITING_SYSTEMS = [
  ...'Cyrillic Greek Armenian Hebrew Arabic Devanagari Bengali Gurmukhi Gujarati Oriya'.split(' '),
  ...'Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Georgian Ethiopic'.split(' '),
  ...'Khmer Hangul'.split(' '),
].map((script) => new RegExp(String.raw`^[\p{Script_Extensions=${script}}0-9-]+$`, 'u'))

/** Chinese and Japanese, which use several scripts together. */
const EAST_ASIAN = [
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}0-9-]+$/u,
  /^[\p{scx=Han}\p{scx=Bopomofo}0-9-]+$/u,
  /^[\p{scx=Han}\p{scx=Hangul}0-9-]+$/u,
]

/** Latin letters of living languages. Others, such as a dotless i, mostly imitate plain letters. */
const LATIN =
  /^[a-z0-9\u00df-\u00f6\u00f8-\u0130\u0132-\u0137\u0139-\u017e\u01a1\u01b0\u0219\u021b\u1ea0-\u1ef9-]+$/u

/** Letters that look like one of a to z or like a digit in common typefaces (UTS 39). */
const LOOK_ALIKE = new RegExp(
  `^[0-9-${[
    'аысԁеԍһіюјӏорԗԛѕԝхуъьҽпгѵѡ',
    'αγινορσυϲϳ',
    'օոսհզցյքւլ',
    'סוןט',
    'ဝဠഠටంಂംං๐໐०০੦૦୦௦౦೦൦',
  ].join('')}]+$`,
  'u',
)

/** Returns whether a person can tell this label from one of plain letters. */
function isDistinct(label: string): boolean {
  if (LATIN.test(label)) return true
  const isOneSystem = [...WRITING_SYSTEMS, ...EAST_ASIAN].some((system) => system.test(label))
  return isOneSystem && !LOOK_ALIKE.test(label)
}

/** Returns a label in its own letters, or as it is if they could be taken for others. */
function shownLabel(label: string): string {
  const text = decodePunycode(label.slice('xn--'.length).toLowerCase())
  if (text === undefined || text !== text.normalize('NFC') || !isDistinct(text)) return label
  const address = `http://${text}`
  const isSame = canParseUrl(address) && new URL(address).hostname === label.toLowerCase()
  return isSame ? text : label
}

/**
 * Returns a host as people read it. An internationalized label is shown in its own letters, unless
 * it mixes writing systems or looks like a label of plain letters: then it stays in its ASCII form
 * (`xn--…`).
 */
export const shownHost = (host: string): string =>
  host.replaceAll(/(?<![^.])xn--[a-z0-9-]+(?![^.:])/gi, shownLabel)

/** Returns a URL, with or without its scheme, whose host is shown as people read it. */
export const shownUrl = (url: string): string =>
  url.replace(/^(?:https?:\/\/)?[^/?#@\s]+(?=[/?#]|$)/i, (start) => {
    const [, scheme = '', host = ''] = /^(https?:\/\/)?(.*)$/is.exec(start) ?? []
    return scheme + shownHost(host)
  })

/** Returns a host, perhaps with a port, without its final dot, which makes no other host. */
export const withoutFinalDot = (host: string): string => host.replace(/\.+(?=:\d*$|$)/, '')

/** Returns a name for display. A name that is only a host is shown as a host. */
export const shownName = (name: string): string =>
  /^[a-z0-9.-]*xn--[a-z0-9.-]+$/i.test(name) ? shownHost(name) : name

/**
 * Returns whether the host of a URL can exist. A single word is a typing error; `[::1]` has no dot
 * either.
 */
export const isHost = (hostname: string): boolean =>
  /[^.]\.[^.]/.test(hostname) || /^localhost\.?$/.test(hostname) || hostname.startsWith('[')
