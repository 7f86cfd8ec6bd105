import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openMirror } from '#live/mirror.ts'
import { wipeAll } from '#live/wipe.ts'
import { setWidth } from '#support/browser-window.ts'
import { aCollection } from '#support/window/collections-server.ts'
import { aLink, signInAs } from '#support/window/links-server.ts'
import { openCollection } from '#support/window/open-collection.tsx'

beforeEach(() => {
  signInAs('ana')
  openMirror()
  setWidth(1280)
  vi.stubGlobal('scrollTo', () => undefined)
})

afterEach(async () => {
  await wipeAll()
  vi.unstubAllGlobals()
})

const unread = (path: string) =>
  aLink('shop.example', {
    domain: 'shop.example',
    url: `https://shop.example/${path}`,
    meta_extraction_error: 'unreachable',
  })

test('links of one shop whose pages could not be read are told apart by their addresses', async () => {
  const links = [unread('lamp'), unread('sofa')]
  const { user } = await openCollection(aCollection('Bedroom'), links)
  const [open] = await screen.findAllByRole('button', { name: 'Add links' })
  if (open) await user.click(open)
  expect(await screen.findByRole('checkbox', { name: /shop\.example\/lamp/ })).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: /shop\.example\/sofa/ })).toBeTruthy()
})
