import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paths } from '#paths.ts'
import { aMessage, chatServer, KITCHEN } from '#support/window/chat.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { ChatScreen } from './chat-screen.tsx'

signInPerTest()

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
