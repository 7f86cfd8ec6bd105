import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aCollection } from '#support/window/collections-server.ts'
import { aLink } from '#support/window/links-server.ts'
import { openCollection } from '#support/window/open-collection.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'

signInPerTest({ width: 1280 })

const unread = (path: string) =>
  aLink('shop.example', {
    domain: 'shop.example',
    url: `https://shop.example/${path}`,
    meta_extraction_error: 'unreachable',
  })

test('links of one shop whose pages could not be read show their addresses, so that they differ', async () => {
  const links = [unread('lamp'), unread('sofa')]
  const { user } = await openCollection(aCollection('Bedroom'), links)
  const [open] = await screen.findAllByRole('button', { name: 'Add links' })
  if (open) await user.click(open)
  expect(await screen.findByRole('checkbox', { name: /shop\.example\/lamp/ })).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: /shop\.example\/sofa/ })).toBeTruthy()
})
