import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Collection } from '#contract/collections.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { CollectionScreen } from '#features/links/collections/collection-screen.tsx'
import { revalidate } from '#live/sync/revalidate.ts'
import { collectionsServer } from './collections-server.ts'
import type { Respond } from './links-server.ts'
import { renderAt } from './render-at.tsx'

type How = {
  /** Lists that are already on the device. */
  mirrored?: ('links' | 'collections')[]
  /** Function that answers requests instead of the server once these lists are loaded. */
  respond?: Respond
}

/** Opens the screen of a collection. */
export async function openCollection(
  collection: Collection,
  links: ShortLink[] = [],
  { mirrored = ['links', 'collections'], respond }: How = {},
) {
  const server = collectionsServer(links, [collection])
  await Promise.all(mirrored.map((name) => revalidate(name)))
  if (respond) server.instead(respond)
  const app = await renderAt(
    '/splitpage/collection/$id',
    `/splitpage/collection/${collection.uuid}`,
    CollectionScreen,
  )
  await screen.findByRole('heading', { level: 1, name: collection.name })
  return { server, user: userEvent.setup(), ...app }
}

/** Returns the titles of the displayed links, in order. */
export const shownLinks = () =>
  [...document.querySelectorAll('[data-held] [aria-haspopup=dialog]')].map((row) => row.textContent)
