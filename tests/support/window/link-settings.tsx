import { waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'
import type { ShortLink } from '#contract/links.ts'
import { openEdit, save, tab } from './edit-link.tsx'
import { aLink, type Respond } from './links-server.ts'

/** Opens the Settings tab of a new link's EDIT view. */
export async function openSettings(more: Partial<ShortLink> = {}, respond?: Respond) {
  const link = aLink('Oak lamp', more)
  const app = await openEdit(link, respond && { respond })
  await userEvent.click(await tab('Settings'))
  /** Saves and returns the body of the request. */
  const sent = async () => {
    await userEvent.click(save())
    await waitFor(() => expect(app.saves()).toHaveLength(1))
    return app.saves()[0]?.body
  }
  return { ...app, link, sent }
}
