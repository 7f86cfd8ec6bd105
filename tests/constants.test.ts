import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as limits from '#contract/limits.ts'
import { API_VERSION, V1, V2, VERSIONS } from '#contract/app-constants.ts'
import { COOKIES } from '#contract/people/session-cookies.ts'
import {
  EDITOR_HEIGHT_PX,
  FETCH_MAX_PX,
  MIN_CROP_PX,
  UPLOAD_MAX_BYTES,
} from '#contract/images/uploads.ts'

test('the API version is v1, a constant of its own, and paths are built from it (R-127, R-128, R-619)', () => {
  expect(API_VERSION).toBe('v1')
  expect(V1).toBe('/v1')
  expect(V2).toBe('/v2/my')
})

test('versions are those of the specification (R-621, R-622)', () => {
  expect(VERSIONS).toEqual({ production: '2.0.6', staging: '2.0.8+0' })
})

test('limits are those of section 9 (R-186, R-200, R-627, R-629, R-630, R-633, R-639, R-641, R-642)', () => {
  expect(limits).toMatchObject({
    TOAST_MS: 4000,
    COPIED_MS: 2000,
    CLIPBOARD_DELAY_MS: 500,
    SEARCH_DEBOUNCE_MS: 500,
    PAGE_SIZE: 20,
    AUTH_COOKIE_DAYS: 30,
    DEFAULT_RELOAD_SECONDS: 60,
    STALE_AFTER_MS: 24 * 60 * 60 * 1000,
    IMAGE_OPTIONS: { fit: 'cover', quality: 85, sharpen: 1 },
    PLACEHOLDER_SIZE: 512,
  })
  expect(UPLOAD_MAX_BYTES).toBe(25 * 1024 * 1024)
})

test('the photo editor has the sizes of section 9 (R-284, R-303, R-305, R-632)', () => {
  expect({ MIN_CROP_PX, EDITOR_HEIGHT_PX, FETCH_MAX_PX }).toEqual({
    MIN_CROP_PX: 50,
    EDITOR_HEIGHT_PX: 375,
    FETCH_MAX_PX: 4096,
  })
})

test('cookie names are in one table (R-098)', () => {
  expect(Object.values(COOKIES)).toEqual(['token', 'jwt_token', 'fingerprint'])
})

test('the packages of the design card are dependencies and imported (R-615)', () => {
  const parts = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: Record<string, string>
    devDependencies: Record<string, string>
  }
  const dependencies = { ...parts.dependencies, ...parts.devDependencies }
  const used = {
    react: 'src/app/shell/app.tsx',
    'react-dom': 'src/start.tsx',
    '@tanstack/react-router': 'src/routes.tsx',
    'workbox-window': 'src/app/worker/worker.ts',
    'workbox-precaching': 'sw/precache.ts',
    dexie: 'src/mirror/store/db.ts',
    idb: 'src/http/one-store.ts',
    ky: 'src/http/client.ts',
    jotai: 'src/app/dialog/link-dialog-state.ts',
    'web-push': 'server/platform/secrets/secrets.ts',
    '@sentry/browser': 'src/app/problems/sentry.ts',
    cropperjs: 'src/features/people/photos/cropper.css',
    'react-cropper': 'src/features/people/photos/crop-stage.tsx',
    'vite-plugin-pwa': 'vite.config.ts',
  }
  expect(dependencies['react']).toMatch(/^19\./)
  expect(dependencies).toHaveProperty('typescript')
  for (const [name, file] of Object.entries(used)) {
    expect(Object.keys(dependencies), name).toContain(name)
    expect(readFileSync(file, 'utf8'), `${name} in ${file}`).toMatch(
      new RegExp(`'${name}(/[^']+)?'`),
    )
  }
})
