import { expect, test } from 'vitest'
import { featureOf } from '../vite.chunks.ts'
import { withoutStartFiles } from '../vite.plugins.ts'

test('an import() lists its own files and styles, but no script of the start', () => {
  const start = ['entry', 'rolldown-runtime', 'vendor-react', 'vendor-router', 'start']
  const own = [
    'assets/wallet-Ab_1-xyz.js',
    'assets/kit-12345678.js',
    'assets/start-Ab_1-xyz.css',
    'assets/starting-12345678.js',
  ]
  const all = [...start.map((name) => `assets/${name}-Ab_1-xyz.js`), ...own]
  expect(withoutStartFiles('assets/start-12345678.js', all)).toEqual(own)
})

test.each([
  ['links/history/history-dialog.tsx', 'links'],
  ['people/logout/logout-screen.tsx', 'profile'],
  ['people/members/people-screen.tsx', 'settings'],
  ['partners/discover/discover-screen.tsx', 'discover'],
  ['links/list/links-screen.tsx', 'links'],
])('%s is part of the file %s', (path, file) => {
  expect(featureOf(`/src/features/${path}`)).toBe(file)
})
