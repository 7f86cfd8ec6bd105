import type { Base } from '#contract/conflicts.ts'
import type { LinkEdit } from '#contract/links/link-edits.ts'
import type { ImageParams, ShortLink } from '#contract/links/short-link.ts'
import { needsScheme, withScheme } from '#contract/links/target-url.ts'
import { UTM_FIELDS } from '#contract/links/utm.ts'
import type { InAppName } from '#contract/links/in-app.ts'
import type { NewRule } from '#contract/rules/rules.ts'

/** Custom picture of a link and its crops. */
export type Picture = {
  custom_image_upload_id: number | null
  custom_image_params: ImageParams | null
  thumbnail_params: ImageParams | null
  /** URL of the picture as shown; null if there is none or only the server knows it. */
  image_url: string | null
}

export type UtmField = (typeof UTM_FIELDS)[number]

/** Values of the edit form, under their API names. */
export type EditValues = Pick<
  ShortLink,
  | 'name'
  | 'url'
  | 'regular_collection_names'
  | 'tags'
  | 'short_code'
  | 'treat_as_in_network'
  | 'is_hidden'
  | UtmField
> & {
  picture: Picture
  image_alt: string
  link_domain_id: number
  /** ISO time, null for none, or '' for input that is not a valid time. Also `expires_at`. */
  starts_at: string | null
  expires_at: string | null
  /** Typed number; '' for no limit. */
  max_clicks: string
  /** New password; '' to keep the present one, null to remove it. */
  password: string | null
  fallback_url: string
  pass_query: boolean
  show_code: boolean
  rules: NewRule[]
  /** Null for the default of the account. */
  open_in_browser: boolean | null
  kept_in_app: InAppName[]
}

export type EditField = keyof EditValues

export const valuesOf = (link: ShortLink): EditValues => ({
  name: link.name,
  url: link.url,
  picture: {
    custom_image_upload_id: link.custom_image_upload_id,
    custom_image_params: link.custom_image_params,
    thumbnail_params: link.thumbnail_params ?? null,
    image_url: link.image_url,
  },
  image_alt: link.image_alt ?? '',
  regular_collection_names: link.regular_collection_names,
  tags: link.tags,
  short_code: link.short_code,
  link_domain_id: link.link_domain_id.id,
  treat_as_in_network: link.treat_as_in_network,
  is_hidden: link.is_hidden,
  utm_source: link.utm_source,
  utm_medium: link.utm_medium,
  utm_campaign: link.utm_campaign,
  utm_term: link.utm_term,
  utm_content: link.utm_content,
  starts_at: link.starts_at ?? null,
  expires_at: link.expires_at ?? null,
  max_clicks: link.max_clicks ? String(link.max_clicks) : '',
  password: '',
  fallback_url: link.fallback_url ?? '',
  pass_query: link.pass_query ?? false,
  show_code: link.show_code ?? false,
  rules: link.rules ?? [],
  open_in_browser: link.open_in_browser ?? null,
  kept_in_app: link.kept_in_app ?? [],
})

/** Returns whether two values of a field are equal. */
export function isSame<Field extends EditField>(
  field: Field,
  a: EditValues[Field],
  b: EditValues[Field],
): boolean {
  return comparableText(field, a) === comparableText(field, b)
}

function comparableText(field: EditField, value: EditValues[EditField]): string {
  if (field === 'picture') {
    const { custom_image_upload_id, ...crops } = value as Picture
    const corners = [crops.custom_image_params, crops.thumbnail_params].map(
      (crop) => crop && [crop.x1, crop.y1, crop.x2, crop.y2],
    )
    return JSON.stringify([custom_image_upload_id, corners])
  }
  // The order does not matter, because the server sorts them.
  if (field === 'regular_collection_names')
    return JSON.stringify([...(value as string[])].sort((a, b) => a.localeCompare(b)))
  return JSON.stringify(value)
}

/**
 * Returns the request body of a save: the main fields always, all other fields only if they
 * changed.
 */
export function toEdit(values: EditValues, saved: EditValues): LinkEdit {
  const changed = (field: EditField) => !isSame(field, values[field], saved[field])
  const { custom_image_upload_id, custom_image_params, thumbnail_params } = values.picture
  const cropped = custom_image_upload_id !== null && changed('picture')
  // If the target changes, the server determines again whether it is in the network.
  const omitNetwork = changed('url') && !changed('treat_as_in_network')
  return {
    name: values.name.trim(),
    custom_image_upload_id,
    regular_collection_names: values.regular_collection_names,
    tags: values.tags,
    short_code: values.short_code.trim(),
    ...(!omitNetwork && { treat_as_in_network: values.treat_as_in_network }),
    ...filledUtm(values),
    ...(cropped && { custom_image_params, thumbnail_params }),
    ...(changed('image_alt') && { image_alt: values.image_alt.trim() }),
    ...(changed('url') && { url: withScheme(values.url) }),
    ...(changed('url') && needsScheme(values.url) && { scheme_added: true }),
    ...(changed('link_domain_id') && { link_domain_id: values.link_domain_id }),
    ...(changed('is_hidden') && { is_hidden: values.is_hidden }),
    ...(changed('starts_at') && { starts_at: values.starts_at }),
    ...(changed('max_clicks') && { max_clicks: toLimit(values.max_clicks) }),
    ...(changed('password') && { password: values.password }),
    ...(changed('expires_at') && { expires_at: values.expires_at }),
    ...(changed('fallback_url') && { fallback_url: withScheme(values.fallback_url) }),
    ...(changed('pass_query') && { pass_query: values.pass_query }),
    ...(changed('show_code') && { show_code: values.show_code }),
    ...(changed('rules') && { rules: values.rules }),
    ...(changed('open_in_browser') && { open_in_browser: values.open_in_browser }),
    ...(changed('kept_in_app') && { kept_in_app: values.kept_in_app }),
  }
}

/** Returns the number of a typed limit, null for none. Other text becomes NaN, which is refused. */
const toLimit = (typed: string): number | null =>
  typed.trim() === '' ? null : Number(typed.trim().replaceAll(',', ''))

/**
 * Returns the previous values of the fields, under the names used in the edit. The password is
 * unknown.
 */
export function toBase({ picture, password: _password, max_clicks, ...values }: EditValues): Base {
  const { image_url: _shown, ...crops } = picture
  return { ...values, ...crops, max_clicks: toLimit(max_clicks) }
}

/** Leaves out empty UTM fields. */
const filledUtm = (values: EditValues): Partial<Record<UtmField, string>> =>
  Object.fromEntries(
    UTM_FIELDS.map((field) => [field, values[field].trim()] as const).filter(
      ([, value]) => value !== '',
    ),
  )
