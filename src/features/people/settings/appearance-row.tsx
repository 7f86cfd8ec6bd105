import { CircleHalfIcon } from '@phosphor-icons/react/CircleHalf'
import { useAtom } from 'jotai'
import { themeAtom } from '#app/shell/theme.ts'
import type { Theme } from '#app/shell/ui-settings.ts'
import { ListButton } from '#ui/list-row.tsx'
import { Menu } from '#ui/menu/menu.tsx'

const NAMES: Record<Theme, string> = { system: 'Like this device', light: 'Light', dark: 'Dark' }
const THEMES = Object.keys(NAMES) as Theme[]

/** Shows the theme of this device. A change applies at once. */
export function AppearanceRow() {
  const [theme, setTheme] = useAtom(themeAtom)
  const items = THEMES.map((one) => ({
    label: NAMES[one],
    checked: one === theme,
    onSelect: () => setTheme(one),
  }))
  return (
    <Menu
      label="Appearance"
      items={items}
      trigger={(props) => (
        <ListButton
          icon={CircleHalfIcon}
          label="Appearance"
          value={NAMES[theme]}
          opens
          {...props}
        />
      )}
    />
  )
}
