import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paths } from '#paths.ts'
import { openMirror } from '#live/mirror.ts'
import { wipeAll } from '#live/wipe.ts'
import { aMessage, chatServer, KITCHEN } from '#support/window/chat.ts'
import { signInAs } from '#support/window/links-server.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { ChatScreen } from './chat-screen.tsx'

beforeEach(() => {
  signInAs(crypto.randomUUID())
  openMirror()
  vi.stubGlobal('scrollTo', () => undefined)
})
afterEach(async () => {
  await wipeAll()
  vi.unstubAllGlobals()
})

test('the Enter that ends a composition sends nothing, as Safari reports it too', async () => {
  chatServer([aMessage(1)])
  await renderAt(paths.chat('$channel'), paths.chat(KITCHEN), ChatScreen)
  const input = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Message/ })
  fireEvent.change(input, { target: { value: 'こんにちは' } })
  fireEvent.keyDown(input, { key: 'Enter', isComposing: true, keyCode: 229 })
  fireEvent.keyDown(input, { key: 'Enter', keyCode: 229 })
  expect(input.value).toBe('こんにちは')
  fireEvent.keyDown(input, { key: 'Enter', keyCode: 13 })
  await waitFor(() => expect(input.value).toBe(''))
})
