import { expect } from 'vitest'
import { McpClient } from './mcp-client.ts'
import { button, heading } from './steps-links.ts'
import type { World } from './world.ts'

type Structured = { untrusted_data?: { id?: number }; approval?: { id: string; url: string } }

/**
 * Connects an assistant through the consent screen. The assistant creates a link, asks to publish
 * the page, and is disconnected.
 */
export async function useAssistant(world: World) {
  const { visitor, network, shop } = world
  const assistant = await McpClient.start(network.origin)
  try {
    await assistant.askForConsent()
    await visitor.open(assistant.consent)
    await visitor.sees({ text: 'Let Desk assistant use your account?' })
    await visitor.tap(button('Allow'))
    await visitor.sees(heading('Back in the assistant'))
    const client = await assistant.finish()
    const call = async (name: string, input: object = {}) => {
      const answer = await client.callTool({ name, arguments: { ...input } })
      expect([name, answer.isError ?? false, answer.content]).toEqual([
        name,
        false,
        expect.anything(),
      ])
      return answer.structuredContent as Structured
    }
    await call('createLink', { url: shop.product('Linen lamp') })
    await visitor.open('/splitlinks')
    const links = await world.links()
    expect(links.map(({ url }) => url)).toContain(shop.product('Linen lamp'))
    const page = (await call('getPage')).untrusted_data
    const change = { id: page?.id, is_published: true }
    const { approval } = await call('updatePage', change)
    await visitor.open(new URL(approval?.url ?? '').pathname)
    await visitor.sees({ text: 'Desk assistant' })
    await visitor.tap(button('Approve'))
    await visitor.sees({ text: /^Approved\. Go back to your assistant/ })
    await call('updatePage', { ...change, approval_id: approval?.id })
    await visitor.open('/settings/developers')
    await visitor.tap(button(/^Desk assistant/))
    await visitor.tap(button('Disconnect'))
    await visitor.tap({ ...button('Disconnect'), inside: { role: 'alertdialog' } })
    await visitor.hears('Desk assistant is disconnected.')
    const refused = await fetch(`${network.origin}/mcp`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${assistant.tokens()?.access_token}` },
    })
    expect(refused.status).toBe(401)
  } finally {
    await assistant.stop()
  }
}
