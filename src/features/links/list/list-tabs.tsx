import { useNavigate } from '@tanstack/react-router'
import { TitleTabs } from '#ui/tabs.tsx'
import { paths } from '#paths.ts'

const TABS = [
  { id: 'links', label: 'Links' },
  { id: 'collections', label: 'Collections' },
] as const

export const LIST_TABS = 'lists'

/**
 * Shows the tabs for links and collections, two lists at one address. Each has its own search, and
 * Back returns to the other one.
 */
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
