/** Texts shown both below the numbers and on the page of definitions. */
export const CLICK_TEXTS = {
  clicks: 'Clicks are visits by people.',
  people: 'People are counted once a day for each link.',
} as const
