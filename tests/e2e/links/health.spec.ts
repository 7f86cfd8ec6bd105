import { connect } from '../../../server/platform/db/client.ts'
import { runningEmbedded } from '../../../server/platform/db/embedded/embedded.ts'
import type { LinkProblem, ShortLink } from '#contract/links/short-link.ts'
import { linkPath } from '#contract/activity.ts'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { linkRow } from '../support/links.ts'
import type { RunningServer } from '../support/running-server.ts'
import { expect, test } from '../support/test.ts'

/**
 * Writes the problem to the database, like two failed checks would. The checks have their own
 * tests.
 */
async function found({ dataDir }: RunningServer, { uuid, url }: ShortLink, problem: LinkProblem) {
  const address = await runningEmbedded(dataDir)
  if (!address) throw new Error('no database')
  const { sql } = connect(address, { max: 1 })
  await sql`
    insert into link_health (link_id, url, due_at, checked_at, problem)
    values (${uuid}, ${url}, now() + interval '7 days', now() - interval '3 days', ${problem})
    on conflict (link_id) do update set url = excluded.url, due_at = excluded.due_at,
      checked_at = excluded.checked_at, problem = excluded.problem`
  await sql.end()
}

test('a broken target is marked until it works', async ({ page, addProduct, server, openApp }) => {
  const lamp = await addProduct('Oak arc floor lamp')
  const coffee = await addProduct('Pour-over coffee set')
  await found(server, lamp, 'gone')
  await found(server, coffee, 'sold-out')
  await openApp(linkPath(lamp.uuid, 'edit'))
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('This page seems to be gone')).toBeVisible()
  await expectAccessibleInBothThemes(page, 'a page that is gone')
  await dialog.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText('The page is fine again')).toBeVisible()
  await expect(dialog.getByText('This page seems to be gone')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  const row = linkRow(page, 'Seems out of stock')
  await expect(row).toHaveCount(1)
  await page.goto(linkPath(coffee.uuid, 'edit'))
  await dialog.getByRole('button', { name: 'Dismiss' }).click()
  await expect(dialog.getByText('This seems to be out of stock')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.locator('[data-link-row]')).toHaveCount(2)
  await expect(row).toHaveCount(0)
})
