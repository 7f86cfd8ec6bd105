import { expect } from 'vitest'
import { startReceiver } from '../e2e/support/receiver.ts'
import { button, heading, PASSWORD } from './steps-links.ts'
import type { World } from './world.ts'

const DEVELOPERS = '/settings/developers'
const link = (name: string) => ({ role: 'link', name })

/** Copies the key or secret in the open dialog, closes the dialog, and returns the text. */
async function copySecret({ visitor }: World, title: string, copy: string): Promise<string> {
  await visitor.sees(heading(title))
  const secret = await visitor.ask<string>('document.querySelector("dialog code").textContent')
  await visitor.tap(button(copy))
  await visitor.hears('Copied')
  await visitor.tap(button('Done'))
  await visitor.misses({ role: 'dialog' })
  return secret
}

/** Creates an API key, copies it and makes a call with it. */
export async function useKey(world: World) {
  const { visitor, server } = world
  await visitor.open(DEVELOPERS)
  await visitor.tap(link('New key'))
  await visitor.write({ label: 'Name' }, 'Script')
  await visitor.write({ label: 'Your password' }, PASSWORD)
  await visitor.tap(button('Create key'))
  const key = await copySecret(world, 'Your new key', 'Copy key')
  const answer = await fetch(`${server.origin}/v2/my/links/search/`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: '{}',
  })
  expect(answer.status).toBe(200)
  await visitor.sees(button(/^Script/))
}

/** Opens an example in the reference of the API. It runs no script. */
export async function readReference({ visitor }: World) {
  await visitor.open('/developers')
  await visitor.sees(heading('API reference'))
  await visitor.tap({ text: 'Create a link' })
  await visitor.sees({ text: /Authorization: Bearer \$SPLIT_KEY/ })
}

/** Adds a webhook, sends a test and sees its delivery. */
export async function seeDelivery(world: World) {
  const { visitor } = world
  const receiver = await startReceiver()
  try {
    await visitor.open(DEVELOPERS)
    await visitor.tap(link('New webhook'))
    await visitor.write({ label: 'Address of your receiver' }, receiver.url)
    await visitor.tap(button('Create webhook'))
    const secret = await copySecret(world, 'Your webhook’s secret', 'Copy secret')
    await visitor.tap(button('Send a test'))
    await visitor.tap(button(/^webhook\.test.*200 in \d+ ms$/))
    await visitor.sees({ text: /thanks/, inside: { role: 'dialog' } })
    expect(receiver.newest(secret)).toBe('webhook.test')
    await visitor.tap(button('Close'))
  } finally {
    await receiver.stop()
  }
}
