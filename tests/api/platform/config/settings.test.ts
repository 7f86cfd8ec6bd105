import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../../../server/platform/config/config.ts'
import {
  SETTINGS,
  settingsPage,
} from '../../../../server/platform/config/settings/settings-page.ts'
import { loadSecrets } from '../../../../server/platform/secrets/secrets.ts'

type Env = Record<string, string>

/** Settings that only take effect together with others. */
const COMPLETE: Env = {
  DATABASE_URL: 'postgresql://split:secret@db.example:5432/split',
  DATABASE_READ_URL: 'postgresql://split:secret@replica.example:5432/split',
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'media',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'secret',
  BACKUP_DIR: tmpdir(),
  INSTAGRAM_APP_ID: '1',
  INSTAGRAM_APP_SECRET: 'secret',
  FACEBOOK_APP_ID: '1',
  FACEBOOK_APP_SECRET: 'secret',
  PAYPAL_CLIENT_ID: '1',
  PAYPAL_CLIENT_SECRET: 'secret',
  SEARCH_URL: 'https://search.example',
  SEARCH_KEY: 'secret',
  OIDC_ISSUER: 'https://login.example.com',
  OIDC_CLIENT_ID: 'split',
  OIDC_CLIENT_SECRET: 'secret',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
}
/** Settings read by programs other than the server. */
const ELSEWHERE = ['BACKUP_PASSPHRASE', 'VITE_ENDPOINT_ROOT', 'EDGE_ORIGIN', 'EDGE_NAME']
const settings = SETTINGS.flatMap((group) => group.settings)

/** Returns the names of all settings that the server reads. */
function namesRead(): Set<string> {
  const names = new Set<string>()
  const env = new Proxy(COMPLETE, {
    get(target, name: string) {
      names.add(name)
      return target[name]
    },
  })
  readConfig(env)
  loadSecrets(mkdtempSync(join(tmpdir(), 'split-settings-')), env)
  return names
}

test('docs/configuration.md has all settings (`npm run docs` writes it)', () => {
  expect(readFileSync('docs/configuration.md', 'utf8')).toBe(settingsPage())
})

test('every setting that the server reads is documented, and no other', () => {
  const documented = settings.map(({ name }) => name)
  const expected = [...namesRead()].sort()
  expect(documented.filter((name) => !ELSEWHERE.includes(name)).sort()).toEqual(expected)
})

const withDefault = settings.filter(
  ({ name, default: value }) => /^[^{ ]+$/.test(value) && name !== 'DIST_DIR',
)
test.each(withDefault)('$name has the documented default', ({ name, default: value }) => {
  expect(withDefault.length).toBeGreaterThan(20)
  expect(readConfig({ ...COMPLETE, [name]: value })).toEqual(readConfig(COMPLETE))
})

const withExample = settings.filter(
  ({ name, example, unit }) =>
    example !== '' && unit !== 'folder' && !['GEOIP_DB', 'PRODUCT_LOGO'].includes(name),
)
test.each(withExample)('the example of $name is accepted', ({ name, example }) => {
  expect(() => readConfig({ ...COMPLETE, [name]: example })).not.toThrow()
})
