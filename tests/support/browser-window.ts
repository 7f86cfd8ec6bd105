import type { DetachedWindowAPI } from 'happy-dom'

/** What a unit test may do to the browser it runs in. */
const { happyDOM } = window as unknown as { happyDOM: DetachedWindowAPI }

export const setWidth = (width: number) => happyDOM.setViewport({ width, height: 800 })

/** Puts another address in the bar without loading it; clicks then load nothing either. */
export function goTo(url: string) {
  Object.assign(happyDOM.settings.navigation, {
    disableMainFrameNavigation: true,
    disableFallbackToSetURL: true,
  })
  happyDOM.setURL(url)
}

export function forgetCookies() {
  for (const pair of document.cookie.split('; '))
    document.cookie = `${pair.split('=')[0]}=; Path=/; Max-Age=0`
}
