import { afterEach, expect, test } from 'vitest'
import { aLink } from '#support/window/links-server.ts'
import { thumbOf } from '#features/links/short-parts.ts'
import { serverAddress, setEndpointRoot } from './endpoint.ts'

afterEach(() => setEndpointRoot(''))

test.each([
  ['', '/media/a.webp', '/media/a.webp'],
  ['https://api.example/', '/media/a.webp', 'https://api.example/media/a.webp'],
  ['https://api.example/base', '/exports/1/a.csv', 'https://api.example/base/exports/1/a.csv'],
  ['https://api.example', 'https://shop.example/a.jpg', 'https://shop.example/a.jpg'],
  ['https://api.example', 'data:image/png;base64,AA', 'data:image/png;base64,AA'],
  ['https://api.example', 'blob:https://app.example/1', 'blob:https://app.example/1'],
])('with the root %j the server’s path %s is at %s (R-134)', (root, given, address) => {
  setEndpointRoot(root)
  expect(serverAddress(given)).toBe(address)
})

test('pictures are resized by the host that has them, and their links have no host (R-134)', () => {
  setEndpointRoot('https://api.example')
  const link = { ...aLink('a'), image_url: '/cdn-cgi/image/crop=0;0;1;0.5/media/a.webp' }
  expect(thumbOf(link)).toMatch(
    /^https:\/\/api\.example\/cdn-cgi\/image\/crop=0;0;1;0\.5,fit=cover.*\/media\/a\.webp$/,
  )
})
