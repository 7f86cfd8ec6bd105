import { expect, test } from 'vitest'
import { APP_AGENTS } from '#support/server/links/app-agents.ts'
import { clientOf } from '../../../../server/redirect/rules/client.ts'
import { preferredLanguage } from '../../../../server/redirect/rules/preferred-language.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15'
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/136.0.0.0'

test.each<string[]>([
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
  ...APP_AGENTS.map(([userAgent, system, app]) => [userAgent, `phone ${system} ${app} -`]),
  // Not browsers
  ['', '- - - -'],
  ['curl/8.14.1', 'desktop - - -'],
])('%s', (userAgent = '', expected = '') => {
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
