import { expect, test } from 'vitest'
import { clientOf } from '../../../../server/redirect/rules/client.ts'
import { preferredLanguage } from '../../../../server/redirect/rules/preferred-language.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15'
const PIXEL = 'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A.250205.002; wv)'
const PIXEL_KIT = 'AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/136.0.7103.61 Mobile'
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/136.0.0.0'

test.each([
  // Browsers
  [`${IPHONE} (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`, 'phone ios - safari'],
  [
    `${IPHONE} (KHTML, like Gecko) CriOS/136.0.7103.56 Mobile/15E148 Safari/604.1`,
    'phone ios - chrome',
  ],
  [
    `${IPHONE} (KHTML, like Gecko) FxiOS/138.0 Mobile/15E148 Safari/605.1.15`,
    'phone ios - firefox',
  ],
  [
    `${IPHONE} (KHTML, like Gecko) Version/18.0 EdgiOS/136.0.3240.50 Mobile/15E148 Safari/604.1`,
    'phone ios - edge',
  ],
  [
    `${IPHONE} (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1 OPT/5.3.0`,
    'phone ios - opera',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1.2 Mobile/15E148 Safari/604.1',
    'tablet ios - safari',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/136.0.0.0 Mobile Safari/537.36',
    'phone android - chrome',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/136.0.0.0 Safari/537.36',
    'tablet android - chrome',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; SAMSUNG SM-S931B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'phone android - samsung',
  ],
  [
    'Mozilla/5.0 (Android 15; Mobile; rv:138.0) Gecko/138.0 Firefox/138.0',
    'phone android - firefox',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/136.0.0.0 Mobile Safari/537.36 EdgA/136.0.0.0',
    'phone android - edge',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/135.0.0.0 Mobile Safari/537.36 OPR/89.0.0.0',
    'phone android - opera',
  ],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`, 'desktop windows - chrome'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/136.0.0.0`,
    'desktop windows - edge',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 OPR/121.0.0.0`,
    'desktop windows - opera',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'desktop windows - firefox',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'desktop macos - safari',
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME} Safari/537.36`,
    'desktop macos - chrome',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`, 'desktop chromeos - chrome'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36`, 'desktop linux - chrome'],
  [
    'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'desktop linux - firefox',
  ],
  // Browsers inside apps
  [
    `${IPHONE} (KHTML, like Gecko) Mobile/22F76 Instagram 382.0.0.28.83 (iPhone16,2; iOS 18_5; en_US; en; scale=3.00; 1290x2796; IABMV/1; 736457373)`,
    'phone ios instagram -',
  ],
  [
    `${PIXEL} ${PIXEL_KIT} Safari/537.36 Instagram 382.0.0.49.84 Android (35/15; 420dpi; 1080x2424; Google/google; Pixel 9; tokay; tokay; en_US; 738827173; IABMV/1)`,
    'phone android instagram -',
  ],
  [
    `${IPHONE} (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/513.1.0.55.90;FBBV/735017191;FBDV/iPhone16,2;FBMD/iPhone;FBSN/iOS;FBSV/18.5;FBSS/3;FBCR/;FBID/phone;FBLC/en_US;FBOP/80]`,
    'phone ios facebook -',
  ],
  [
    `${PIXEL} ${PIXEL_KIT} Safari/537.36 [FB_IAB/FB4A;FBAV/513.0.0.50.109;IABMV/1;]`,
    'phone android facebook -',
  ],
  [
    `${IPHONE} (KHTML, like Gecko) Mobile/15E148 [FBAN/MessengerForiOS;FBAV/506.0.0.36.108;FBDV/iPhone16,2]`,
    'phone ios messenger -',
  ],
  [
    `${PIXEL} ${PIXEL_KIT} Safari/537.36 [FB_IAB/Orca-Android;FBAV/506.0.0.44.109;]`,
    'phone android messenger -',
  ],
  [
    `${IPHONE} (KHTML, like Gecko) Mobile/22F76 Barcelona 382.0.0.30.85 (iPhone16,2; iOS 18_5; en_US; en; scale=3.00; 1290x2796; 736457373)`,
    'phone ios threads -',
  ],
  [
    `${IPHONE} (KHTML, like Gecko) Mobile/15E148 musical_ly_39.8.0 BytedanceWebview/d8a21c6 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/en Region/US`,
    'phone ios tiktok -',
  ],
  [
    `${PIXEL} ${PIXEL_KIT} Safari/537.36 trill_390803 JsSdk/1.0 NetType/WIFI AppName/trill app_version/39.8.3 ByteLocale/en BytedanceWebview/d8a21c6`,
    'phone android tiktok -',
  ],
  [
    `${IPHONE} (KHTML, like Gecko) Mobile/15E148 Snapchat/13.40.0.40 (like Safari/8617.2.4.10.8, panda)`,
    'phone ios snapchat -',
  ],
  [
    `${PIXEL} ${PIXEL_KIT} Safari/537.36 Snapchat13.40.0.44 (Pixel 9; Android 15)`,
    'phone android snapchat -',
  ],
  [`${IPHONE} (KHTML, like Gecko) Mobile/15E148 [Pinterest/iOS]`, 'phone ios pinterest -'],
  [`${PIXEL} ${PIXEL_KIT} Safari/537.36 [Pinterest/Android]`, 'phone android pinterest -'],
  [`${IPHONE} (KHTML, like Gecko) Mobile/15E148 Twitter for iPhone/10.99`, 'phone ios x -'],
  [`${PIXEL} ${PIXEL_KIT} Safari/537.36 TwitterAndroid`, 'phone android x -'],
  [`${IPHONE} (KHTML, like Gecko) Mobile/15E148 [LinkedInApp]/9.31.1010`, 'phone ios linkedin -'],
  [`${PIXEL} ${PIXEL_KIT} Safari/537.36 [LinkedInApp]`, 'phone android linkedin -'],
  [`${IPHONE} (KHTML, like Gecko) Mobile/15E148 Safari/604.1 Line/15.7.0`, 'phone ios line -'],
  [`${PIXEL} ${PIXEL_KIT} Safari/537.36 Line/15.7.0/IAB`, 'phone android line -'],
  [
    `${IPHONE} (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.59(0x18003b2e) NetType/WIFI Language/en`,
    'phone ios wechat -',
  ],
  [`${IPHONE} (KHTML, like Gecko) Mobile/15E148 KAKAOTALK 11.3.0`, 'phone ios kakaotalk -'],
  // Not browsers
  ['', '- - - -'],
  ['curl/8.14.1', 'desktop - - -'],
])('%s', (userAgent, expected) => {
  const { device, system, app, browser } = clientOf(userAgent)
  expect([device, system, app, browser].map((fact) => fact || '-').join(' ')).toBe(
    expected.split(' ').concat('-').slice(0, 4).join(' '),
  )
})

test.each([
  ['de-DE,de;q=0.9,en;q=0.8', 'de-de'],
  ['en;q=0.8, pt-BR', 'pt-br'],
  ['fr;q=0.5, it;q=0.7, *;q=0.9', 'it'],
  ['en;q=0, de;q=0.001', 'de'],
  ['zh-Hant-TW', 'zh-hant-tw'],
  ['en , fr', 'en'],
  ['*', ''],
  ['', ''],
  ['en;q=2', ''],
  ['<script>', ''],
])('Accept-Language: %s prefers "%s"', (header, language) => {
  expect(preferredLanguage(header)).toBe(language)
})
