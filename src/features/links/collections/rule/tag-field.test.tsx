import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { fakeApi } from '#support/window/fake-api.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { TagField } from './tag-field.tsx'

signInPerTest()

function Form() {
  const [{ tags, typed }, set] = useState({ tags: [] as string[], typed: '' })
  return (
    <TagField
      tags={tags}
      typed={typed}
      error={undefined}
      change={(tags, typed) => set({ tags, typed })}
    />
  )
}

test('Enter ends a tag, but not the Enter that ends a composition, also as Safari reports it', async () => {
  fakeApi({})
  await renderAt('/splitlinks', '/splitlinks', Form)
  const field = await screen.findByLabelText<HTMLInputElement>('Tagged')
  fireEvent.compositionStart(field)
  fireEvent.change(field, { target: { value: '夏' } })
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true, keyCode: 229 })
  fireEvent.compositionEnd(field, { data: '夏' })
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 })
  expect(field.value).toBe('夏')
  expect(screen.queryByRole('button', { name: '夏, remove' })).toBeNull()
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })
  expect(screen.getByRole('button', { name: '夏, remove' })).toBeTruthy()
  expect(field.value).toBe('')
})
