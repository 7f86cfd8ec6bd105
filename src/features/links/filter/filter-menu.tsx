import { SlidersHorizontalIcon } from '@phosphor-icons/react/SlidersHorizontal'
import type { NameCount } from '#live/read/link-filter.ts'
import { Menu } from '#ui/menu/menu.tsx'
import { FilterChip } from './filter-chip.tsx'

/** Maximum number of entries in the menu; the sheet shows all. */
const MAX_LISTED = 10

type FilterMenuProps = {
  label: string
  none: string
  options: NameCount[]
  chosen: string[]
  choose: (names: string[]) => void
  several?: boolean
  more: () => void
}

/** Shows one filter as a button with a menu. */
export function FilterMenu(props: FilterMenuProps) {
  const { label, none, options, chosen, choose, several = false, more } = props
  const first = options.slice(0, MAX_LISTED).map(({ name }) => name)
  const listed = [...chosen.filter((name) => !first.includes(name)), ...first]

  function toggle(name: string) {
    const rest = chosen.filter((one) => one !== name)
    if (rest.length < chosen.length) choose(rest)
    else choose(several ? [...chosen, name] : [name])
  }

  const items = [
    { label: none, checked: chosen.length === 0, onSelect: () => choose([]) },
    ...listed.map((name) => ({
      label: name,
      checked: chosen.includes(name),
      several,
      onSelect: () => toggle(name),
    })),
    ...(options.length > MAX_LISTED
      ? [{ label: `All ${options.length}`, icon: SlidersHorizontalIcon, onSelect: more }]
      : []),
  ]
  return (
    <Menu
      label={label}
      items={items}
      trigger={(trigger) => <FilterChip {...{ label, chosen }} {...trigger} />}
    />
  )
}
