import * as v from 'valibot'
import { IMAGE_FITS, type ImageOptions } from '#contract/images/image-sizes.ts'
import type { ImageParams } from '#contract/links/short-link.ts'
import { FETCH_MAX_PX } from '#contract/images/uploads.ts'
import { isCrop } from './crop.ts'

const numeric = (pattern: RegExp, min: number, max: number) =>
  v.pipe(
    v.string(),
    v.regex(pattern),
    v.transform(Number),
    v.number(),
    v.minValue(min),
    v.maxValue(max),
  )
const side = numeric(/^\d{1,4}$/, 1, FETCH_MAX_PX)

const crop = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}(\.\d{1,20})?(;\d{1,5}(\.\d{1,20})?){3}$/),
  v.transform((text): ImageParams => {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = text.split(';').map(Number)
    return { x1, y1, x2, y2 }
  }),
  v.check(isCrop),
)

const DEFAULTS = { fit: 'scale-down', quality: 85, sharpen: 0 } as const

const Transform = v.strictObject({
  fit: v.optional(v.picklist(IMAGE_FITS), DEFAULTS.fit),
  width: v.exactOptional(side),
  height: v.exactOptional(side),
  quality: v.optional(numeric(/^\d{1,3}$/, 1, 100), `${DEFAULTS.quality}`),
  sharpen: v.optional(numeric(/^\d{1,2}(\.\d)?$/, 0, 10), `${DEFAULTS.sharpen}`),
  crop: v.exactOptional(crop),
})
export type Transform = v.InferOutput<typeof Transform>

/** Fills in the defaults of a URL that names only these options. */
export const withDefaults = (options: ImageOptions): Transform => ({ ...DEFAULTS, ...options })

/** Parses options such as `fit=cover,width=96`. Returns null for anything else. */
export function readOptions(text: string): Transform | null {
  const entries = text.split(',').map((option) => option.split('='))
  const names = entries.map(([name]) => name)
  const isPlain = entries.every((entry) => entry.length === 2)
  if (!isPlain || new Set(names).size !== names.length) return null
  const parsed = v.safeParse(Transform, Object.fromEntries(entries))
  return parsed.success ? parsed.output : null
}
