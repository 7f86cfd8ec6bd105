import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../../../server/platform/config/config.ts'
import { readSecretFiles } from '../../../../server/platform/config/secret-files.ts'

const COMPLETE = {
  OIDC_ISSUER: 'https://login.example.com',
  OIDC_CLIENT_ID: 'split',
  OIDC_CLIENT_SECRET: 'a secret',
}
const read = (env: Record<string, string>) => readConfig(env).oidc

describe('settings of the provider', () => {
  test('are complete with issuer, id and secret', () => {
    expect(read({})).toBeNull()
    expect(read(COMPLETE)).toEqual({
      issuer: 'https://login.example.com',
      clientId: 'split',
      clientSecret: 'a secret',
      name: 'login.example.com',
      adminClaim: null,
      replacesPasswords: false,
    })
    const all = { OIDC_NAME: 'Example Inc', OIDC_ADMIN_CLAIM: 'groups=a=b c', PASSWORDS: 'off' }
    expect(read({ ...COMPLETE, ...all })).toMatchObject({
      name: 'Example Inc',
      adminClaim: { name: 'groups', value: 'a=b c' },
      replacesPasswords: true,
    })
  })

  test.each([
    [{ OIDC_ISSUER: 'https://login.example.com' }, 'Set all of OIDC_ISSUER, OIDC_CLIENT_ID'],
    [{ OIDC_CLIENT_SECRET: 'a secret' }, 'Set all of OIDC_ISSUER, OIDC_CLIENT_ID'],
    [{ OIDC_NAME: 'Example Inc' }, 'OIDC_NAME needs OIDC_ISSUER.'],
    [{ OIDC_ADMIN_CLAIM: 'groups=admins' }, 'OIDC_ADMIN_CLAIM needs OIDC_ISSUER.'],
    [{ PASSWORDS: 'off' }, 'PASSWORDS=off needs OIDC_ISSUER.'],
    [{ ...COMPLETE, PASSWORDS: 'no' }, 'PASSWORDS must be one of on, off'],
    [{ ...COMPLETE, OIDC_ISSUER: 'login.example.com' }, 'OIDC_ISSUER must be a URL'],
    [{ ...COMPLETE, OIDC_ISSUER: 'https://a@login.example.com' }, 'OIDC_ISSUER must be a URL'],
    [{ ...COMPLETE, OIDC_ISSUER: 'http://login.example.com' }, 'must start with https:'],
    [{ ...COMPLETE, OIDC_CLIENT_ID: 'two words' }, 'OIDC_CLIENT_ID must be the id'],
    [{ ...COMPLETE, OIDC_NAME: '<b>' }, 'OIDC_NAME must be'],
    [{ ...COMPLETE, OIDC_ADMIN_CLAIM: 'groups' }, 'OIDC_ADMIN_CLAIM must be a claim and a value'],
  ])('%o are refused with one line', (env, text) => {
    let message = ''
    try {
      read(env)
    } catch (error) {
      message = (error as Error).message
    }
    expect(message).toContain(text)
    expect(message).not.toContain('\n')
    expect(message).not.toContain('a secret')
  })

  test('may name an issuer on this machine without https', () => {
    for (const issuer of ['http://localhost:5556', 'http://127.0.0.1:5556', 'http://[::1]:5556'])
      expect(read({ ...COMPLETE, OIDC_ISSUER: issuer })?.issuer).toBe(issuer)
  })

  test('read the secret from a file', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'split-test-')), 'secret')
    writeFileSync(file, 'from a file\n')
    const env: NodeJS.ProcessEnv = { ...COMPLETE, OIDC_CLIENT_SECRET_FILE: file }
    delete env['OIDC_CLIENT_SECRET']
    readSecretFiles(env)
    expect(readConfig(env).oidc?.clientSecret).toBe('from a file')
  })
})
