import type { InAppName } from '#contract/links/in-app.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const PIXEL =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A.250205.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/136.0.7103.61 Mobile Safari/537.36'

type AppAgent = [userAgent: string, system: 'ios' | 'android', app: InAppName]

/** User agents of the browsers that are built into apps, on both systems. */
export const APP_AGENTS: AppAgent[] = [
  [
    `${IPHONE} Mobile/22F76 Instagram 382.0.0.28.83 (iPhone16,2; iOS 18_5; en_US; en; scale=3.00; 1290x2796; IABMV/1; 736457373)`,
    'ios',
    'instagram',
  ],
  [
    `${PIXEL} Instagram 382.0.0.49.84 Android (35/15; 420dpi; 1080x2424; Google/google; Pixel 9; tokay; tokay; en_US; 738827173; IABMV/1)`,
    'android',
    'instagram',
  ],
  [
    `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/513.1.0.55.90;FBBV/735017191;FBDV/iPhone16,2;FBMD/iPhone;FBSN/iOS;FBSV/18.5;FBSS/3;FBCR/;FBID/phone;FBLC/en_US;FBOP/80]`,
    'ios',
    'facebook',
  ],
  [`${PIXEL} [FB_IAB/FB4A;FBAV/513.0.0.50.109;IABMV/1;]`, 'android', 'facebook'],
  [
    `${IPHONE} Mobile/15E148 [FBAN/MessengerForiOS;FBAV/506.0.0.36.108;FBDV/iPhone16,2]`,
    'ios',
    'messenger',
  ],
  [`${PIXEL} [FB_IAB/Orca-Android;FBAV/506.0.0.44.109;]`, 'android', 'messenger'],
  [
    `${IPHONE} Mobile/22F76 Barcelona 382.0.0.30.85 (iPhone16,2; iOS 18_5; en_US; en; scale=3.00; 1290x2796; 736457373)`,
    'ios',
    'threads',
  ],
  [
    `${PIXEL} Barcelona 382.0.0.51.85 Android (35/15; 420dpi; 1080x2424; Google/google; Pixel 9; tokay; tokay; en_US; 738827173)`,
    'android',
    'threads',
  ],
  [
    `${IPHONE} Mobile/15E148 musical_ly_39.8.0 BytedanceWebview/d8a21c6 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/en Region/US`,
    'ios',
    'tiktok',
  ],
  [
    `${PIXEL} trill_390803 JsSdk/1.0 NetType/WIFI AppName/trill app_version/39.8.3 ByteLocale/en BytedanceWebview/d8a21c6`,
    'android',
    'tiktok',
  ],
  [
    `${IPHONE} Mobile/15E148 Snapchat/13.40.0.40 (like Safari/8617.2.4.10.8, panda)`,
    'ios',
    'snapchat',
  ],
  [`${PIXEL} Snapchat13.40.0.44 (Pixel 9; Android 15)`, 'android', 'snapchat'],
  [`${IPHONE} Mobile/15E148 [Pinterest/iOS]`, 'ios', 'pinterest'],
  [`${PIXEL} [Pinterest/Android]`, 'android', 'pinterest'],
  [`${IPHONE} Mobile/15E148 Twitter for iPhone/10.99`, 'ios', 'x'],
  [`${PIXEL} TwitterAndroid`, 'android', 'x'],
  [`${IPHONE} Mobile/15E148 [LinkedInApp]/9.31.1010`, 'ios', 'linkedin'],
  [`${PIXEL} [LinkedInApp]`, 'android', 'linkedin'],
  [
    `${IPHONE} Mobile/15E148 Reddit/Version 2025.20.0/Build 616402/iOS Version 18.5`,
    'ios',
    'reddit',
  ],
  [`${PIXEL} Reddit/Version 2025.20.0/Build 2520010/Android 15`, 'android', 'reddit'],
  [`${IPHONE} Mobile/15E148 Safari/604.1 Line/15.7.0`, 'ios', 'line'],
  [`${PIXEL} Line/15.7.0/IAB`, 'android', 'line'],
  [
    `${IPHONE} Mobile/15E148 MicroMessenger/8.0.59(0x18003b2e) NetType/WIFI Language/en`,
    'ios',
    'wechat',
  ],
  [
    `${PIXEL} XWEB/1360103 MMWEBSDK/20250503 MMWEBID/4177 MicroMessenger/8.0.60.2860(0x28003C3B) WeChat/arm64 Weixin NetType/WIFI Language/en ABI/arm64`,
    'android',
    'wechat',
  ],
  [`${IPHONE} Mobile/15E148 KAKAOTALK 11.3.0`, 'ios', 'kakaotalk'],
  [`${PIXEL};KAKAOTALK 2611300`, 'android', 'kakaotalk'],
]

/** Returns the user agent of an app on a system. */
export function agentOf(app: InAppName, system: 'ios' | 'android'): string {
  const found = APP_AGENTS.find(([, itsSystem, name]) => itsSystem === system && name === app)
  if (!found) throw new Error(`no user agent of ${app} on ${system}`)
  return found[0]
}
