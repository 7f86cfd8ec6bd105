import { expect, test } from 'vitest'
import { FakeUpload } from '#support/window/fake-upload.ts'
import { aDomain, LIST } from '#support/window/domains.ts'
import {
  aPlan,
  api,
  last,
  open,
  planned,
  withImportServer,
} from '#support/window/import-dialog.tsx'
import { press, screen, userEvent } from '#support/window/on-screen.ts'

withImportServer()

const LABEL = 'Domain of the codes'

test('codes without a host go to the domain that the user chooses', async () => {
  last([], { [LIST]: { results: [aDomain('go.ana.example', { id: 12 })] } })
  await open()
  await planned(aPlan({ codes_elsewhere: 2, short_hosts: ['bit.ly'] }))
  const select = await screen.findByLabelText<HTMLSelectElement>(LABEL)
  expect(
    screen.getByText('2 codes are not on a domain of yours. Choose the one that you bring along.'),
  ).toBeTruthy()
  expect(screen.getByText(/Links on bit\.ly stay where they are/)).toBeTruthy()
  await userEvent.selectOptions(select, 'go.ana.example')
  const upload = await FakeUpload.next()
  expect(upload.url).toContain('dry_run=true&name=mine.csv&link_domain_id=12')
  upload.answer(200, { result: aPlan({ codes_elsewhere: 2, clicks_before: 1204 }) })
  expect(
    await screen.findByText(/1,204 visits so far\. Analytics show them as “before Split”/),
  ).toBeTruthy()
  expect(screen.getByText(/upper and lower case differ/)).toBeTruthy()
  await press('Import 1 link')
  expect((await FakeUpload.next()).url).toContain('dry_run=false&name=mine.csv&link_domain_id=12')
})

test('without codes on other domains, nothing is asked', async () => {
  await open()
  await planned(aPlan({ codes_elsewhere: 0 }))
  expect(screen.queryByLabelText(LABEL)).toBeNull()
  expect(api.sentTo(LIST)).toEqual([])
})
