import { startTestServer } from '../test-app.ts'
import { countryFolder } from './country-file.ts'

/**
 * Starts a server that listens and knows the country of 198.51.100.0/25 (DE) and 198.51.100.128/25
 * (JP), which a request names in `X-Forwarded-For`.
 */
export function startWithCountries() {
  const { file: geoipDb } = countryFolder({
    '198.51.100.0/25': { country: { iso_code: 'DE' } },
    '198.51.100.128/25': { country: { iso_code: 'JP' } },
  })
  return startTestServer({ listen: true, geoipDb, trustedProxies: ['127.0.0.1', '::1'] })
}
