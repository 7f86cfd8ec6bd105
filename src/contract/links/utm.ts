export const UTM_FIELDS = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const

/** Name of a campaign field of links. */
export type UtmField = (typeof UTM_FIELDS)[number]

/** Returns whether a parameter has a field of its own in links. */
export const isUtm = (name: string): name is UtmField => UTM_FIELDS.some((field) => field === name)
