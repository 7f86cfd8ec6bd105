import { useState } from 'react'
import { expect, test } from 'vitest'
import { render, screen, userEvent } from '#support/window/on-screen.ts'
import { Segmented } from './fields/segmented.tsx'
import { TabPanel, Tabs, TitleTabs } from './tabs.tsx'

const TABS = [
  { id: 'preview', label: 'Preview' },
  { id: 'tags', label: 'Tags', errors: 1 },
  { id: 'settings', label: 'Settings' },
] as const

function Edit() {
  const [selected, select] = useState<(typeof TABS)[number]['id']>('preview')
  return (
    <>
      <Tabs name="edit" label="Link" tabs={TABS} selected={selected} onSelect={select} />
      <TabPanel name="edit" id={selected}>
        {selected}
      </TabPanel>
    </>
  )
}

test('arrow keys move between tabs, and the panel is named by its tab', async () => {
  render(<Edit />)
  await userEvent.tab()
  await userEvent.keyboard('{ArrowRight}')
  expect(screen.getByRole('tab', { selected: true }).textContent).toContain('Tags')
  expect(screen.getByRole('tabpanel', { name: /Tags/ }).textContent).toBe('tags')
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  expect(document.activeElement?.textContent).toBe('Preview')
})

test('a tab with refused fields shows their number', () => {
  render(<Edit />)
  expect(screen.getByRole('img', { name: '1 error' })).toBeTruthy()
})

test('title tabs are the heading of the page', () => {
  render(
    <TitleTabs
      name="lists"
      label="Lists"
      selected="links"
      onSelect={() => undefined}
      tabs={[
        { id: 'links', label: 'Links' },
        { id: 'collections', label: 'Collections' },
      ]}
    />,
  )
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Links')
})

test('a segmented control is a group of radio buttons', async () => {
  const chosen: string[] = []
  render(
    <Segmented
      label="Appearance"
      value="system"
      onChange={(value) => chosen.push(value)}
      options={[
        { value: 'system', label: 'System' },
        { value: 'dark', label: 'Dark' },
      ]}
    />,
  )
  expect(screen.getByRole('group', { name: 'Appearance' })).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: 'Dark' }))
  expect(chosen).toEqual(['dark'])
})
