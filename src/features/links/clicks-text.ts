import { count } from '#app/formats.ts'

/** "412 clicks", "1 click". */
export const clicksText = (clicks: number) =>
  `${count(clicks)} ${clicks === 1 ? 'click' : 'clicks'}`
