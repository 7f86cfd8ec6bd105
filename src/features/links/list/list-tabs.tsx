import { useNavigate } from '@tanstack/react-router'
import { TitleTabs } from '#ui/tabs.tsx'
import { paths } from '#paths.ts'

const TABS = [
  { id: 'links', label: 'Links' },
  { id: 'collections', label: 'Collections' },
] as const

export const LIST_TABS = 'lists'

/** Two sibling lists under one address: each has a search of its own, and Back leads to the other. */
export function ListTabs({ selected }: { selected: (typeof TABS)[number]['id'] }) {
  const navigate = useNavigate()
  return (
    <TitleTabs
      name={LIST_TABS}
      label="Your lists"
      tabs={TABS}
      selected={selected}
      onSelect={(id) =>
        void navigate({
          to: paths.links,
          search: id === 'collections' ? { tab: id } : {},
        })
      }
    />
  )
}
