import { expect, test } from 'vitest'
import { readDraft } from '#live/drafts/drafts.ts'
import type { Change, Entry } from '#mirror/outbox/entries.ts'
import { linksIndex } from '#live/mirror.ts'
import { signInPerTest } from '#support/window/signed-in.ts'
import { collectionForm } from './collection-form.ts'

signInPerTest()

const refused = (change: Change, seq = 1): Entry => ({
  seq,
  key: `k${seq}`,
  change,
  title: 'Bedroom',
  queuedAt: 0,
  tries: 0,
  state: 'refused',
  problem: { status: 400, errors: { name: ['You have a collection with this name.'] } },
})

const MADE: Change = {
  kind: 'create-collection',
  collection: 'c1',
  type: 'regular',
  body: { name: 'Bedroom' },
}

test('a refused collection is shown in its form with the typed values (D-75)', async () => {
  const entry = refused(MADE)
  const form = collectionForm(entry, [entry])
  expect(form?.href).toBe('/splitlinks?tab=collections&dialog=new')
  form?.fill()
  expect(await readDraft(linksIndex().storage, 'new-collection')).toEqual({
    kind: 'regular',
    name: 'Bedroom',
  })
})

test('a refused rename is shown in its form, with only the typed values as changes (D-75)', async () => {
  const edit = { name: 'Kitchen', image_params: null }
  const base = { name: 'Bedroom', image_params: null }
  const change: Change = {
    kind: 'edit-collection',
    collection: 'c2',
    type: 'regular',
    edit,
    base,
    links: [],
  }
  const form = collectionForm(refused(change), [refused(change)])
  expect(form?.href).toBe('/splitpage/collection/c2?dialog=rename')
  form?.fill()
  expect(await readDraft(linksIndex().storage, 'collection-name-c2')).toEqual({ name: 'Kitchen' })
})

test('discarding a collection keeps the links that wait for it', () => {
  const entry = refused(MADE)
  const later = refused({ kind: 'add-links', collection: 'c1', name: 'Bedroom', links: ['l1'] }, 2)
  expect(collectionForm(entry, [entry, later])).toBeUndefined()
})

test('a change that no form can show completely is retried', () => {
  const gone = refused({ kind: 'delete-collection', collection: 'c1', name: 'Bedroom', links: [] })
  expect(collectionForm(gone, [gone])).toBeUndefined()
})
