import type { DetachedWindowAPI } from 'happy-dom'

/** Controls of the simulated browser. */
const { happyDOM } = window as unknown as { happyDOM: DetachedWindowAPI }

export const setWidth = (width: number) => happyDOM.setViewport({ width, height: 800 })

/** Sets the address without loading it. Clicks on links then load nothing either. */
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
