import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'

/** Testing Library, so that a test needs one import for reading and using a screen. */
export { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
export { userEvent }

type Name = string | RegExp

/** Presses these buttons in this order, each as soon as it is shown. */
export async function press(...names: Name[]) {
  for (const name of names) {
    // oxlint-disable-next-line no-await-in-loop -- one button after the other
    await userEvent.click(await screen.findByRole('button', { name }))
  }
}

/** Opens the menu of this button and chooses an item. */
export async function chooseFromMenu(button: Name, item: Name) {
  await press(button)
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

/** Types into the field with this label. */
export const typeInto = async (label: Name, text: string) =>
  userEvent.type(await screen.findByLabelText(label), text)

/** Waits for these texts in this order. */
export async function expectTexts(...texts: Name[]) {
  for (const text of texts) {
    // oxlint-disable-next-line no-await-in-loop -- the first one is often the slowest
    expect(await screen.findByText(text)).toBeTruthy()
  }
}

/** Returns queries inside of the dialog with this name, or of the only one. */
export const findDialog = async (name?: Name) =>
  within(await screen.findByRole('dialog', name === undefined ? {} : { name }))

/** Waits until no dialog is open. */
export const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

/** Returns where this link leads. */
export const hrefOf = (name: Name) => screen.getByRole('link', { name }).getAttribute('href')
