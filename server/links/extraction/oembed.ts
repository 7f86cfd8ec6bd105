import { withoutFinalDot } from '#contract/text/hosts.ts'
import { isPlaceholderTitle } from './stand-in-titles.ts'
import { plainText, withoutEntities } from './text.ts'
import { canParseUrl } from '#contract/text/can-parse-url.ts'

export type OEmbed = { title: string | undefined; image: string | undefined }

/** Parses the title and picture of an oEmbed answer. For a photo, `url` is the picture. */
export function parseOEmbed(json: string, baseUrl: string): OEmbed {
  const { title, thumbnail_url, type, url } = readObject(json)
  const image = thumbnail_url ?? (type === 'photo' ? url : undefined)
  const text = typeof title === 'string' ? plainText(withoutEntities(title)) : undefined
  const isUsable =
    text !== undefined && !isPlaceholderTitle(text, withoutFinalDot(new URL(baseUrl).hostname))
  return {
    title: isUsable ? text : undefined,
    image:
      typeof image === 'string' && canParseUrl(image, baseUrl)
        ? new URL(image, baseUrl).href
        : undefined,
  }
}

function readObject(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
