import { count } from '#app/formats.ts'

/** Returns for example "412 clicks" or "1 click". */
export const clicksText = (clicks: number) =>
  `${count(clicks)} ${clicks === 1 ? 'click' : 'clicks'}`
