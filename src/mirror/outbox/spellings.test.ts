import { expect, test } from 'vitest'
import { aCollection } from '#support/window/collections-server.ts'
import { aLink } from '#support/window/links-server.ts'
import { needs, provides, type Change, type Entry } from './entries.ts'
import { overlayOf } from './overlay.ts'

const waiting = (change: Change): Entry => ({
  seq: 1,
  key: 'key',
  title: '',
  queuedAt: 0,
  tries: 0,
  state: 'waiting',
  change,
})

const url = 'http://shop.example/'

test('a waiting link is shown in the collection of its name in another spelling', () => {
  const body = { url, regular_collection_names: ["mum's cafe"] }
  const { uuid } = aLink('New')
  const overlay = overlayOf([waiting({ kind: 'create-link', link: uuid, body })])
  expect(overlay.collection(aCollection('Mum’s Café'))?.link_uuids).toEqual([uuid])
  expect(overlay.collection(aCollection('Mums tea'))?.link_uuids).toEqual([])
})

test('a change waits for the collection that it names in another spelling', () => {
  const { uuid } = aCollection('Café')
  const created: Change = {
    kind: 'create-collection',
    collection: uuid,
    type: 'regular',
    body: { name: 'Café' },
  }
  const link: Change = {
    kind: 'create-link',
    link: aLink('New').uuid,
    body: { url, regular_collection_names: ['CAFE'] },
  }
  expect(needs(link).filter((key) => provides(created).includes(key))).toHaveLength(1)
})

test('waiting bulk tags and a removed link leave no second spelling', () => {
  const link = aLink('Lamp', { tags: ['Café', 'oak'], regular_collection_names: ['Crème'] })
  const tagged = (tags: string[], mode: 'add' | 'remove') =>
    overlayOf([waiting({ kind: 'tag-links', links: [link.uuid], tags, mode })]).link(link).tags
  expect(tagged(['cafe', 'elm'], 'add')).toEqual(['Café', 'oak', 'elm'])
  expect(tagged(['CAFE'], 'remove')).toEqual(['oak'])
  const { uuid } = aCollection('Crème')
  const removal = waiting({
    kind: 'remove-links',
    collection: uuid,
    name: 'Creme',
    links: [link.uuid],
  })
  expect(overlayOf([removal]).link(link).regular_collection_names).toEqual([])
})
