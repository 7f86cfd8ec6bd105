import { button, EMAIL } from './steps-links.ts'
import type { World } from './world.ts'

const LOG = { role: 'log', name: 'Messages' }
const said = (text: string) => ({ text, inside: LOG })
const QUESTION = 'Which photo is best?'
const ANSWER = 'The one with daylight.'

/**
 * Checks that a message is sent, that the answer appears on the open screen, and that both are
 * still there after a reload.
 */
export async function chatWithSupport({ visitor, server }: World) {
  await visitor.open('/info')
  await visitor.tap(button('Chat with support'))
  await visitor.write({ label: 'Message to Split support' }, QUESTION)
  await visitor.tap(button('Send'))
  await visitor.sees(said(QUESTION))
  await visitor.misses(said('Sending'))
  await server.operator('chat', 'say', EMAIL, ANSWER)
  await visitor.sees(said(ANSWER))
  await visitor.open(await visitor.ask<string>('location.pathname'))
  await visitor.sees(said(ANSWER))
  await visitor.sees(said(QUESTION), 1)
  await visitor.sees(said(ANSWER), 1)
}
