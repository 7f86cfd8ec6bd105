import { BrowserIcon } from '@phosphor-icons/react/Browser'
import { saveUserSettings } from '#api/people/settings.ts'
import { runAction } from '#app/failure/run-action.ts'
import { useOpenInBrowser } from '#app/query/use-open-in-browser.ts'
import { quiet } from '#http/client.ts'
import { ListButton } from '#ui/list-row.tsx'
import { Menu } from '#ui/menu/menu.tsx'

/** Shows whether links lead visitors inside apps to their browser. A change applies at once. */
export function OpenInBrowserRow() {
  const { value, set } = useOpenInBrowser()
  const save = (open_in_browser: boolean) =>
    runAction('save that', async () =>
      set((await saveUserSettings({ open_in_browser }, quiet)).open_in_browser),
    )
  const items = [true, false].map((choice) => ({
    label: nameOf(choice),
    checked: choice === value,
    onSelect: () => void save(choice),
  }))
  return (
    <Menu
      label="Open links in the browser"
      items={items}
      trigger={(props) => (
        <ListButton
          icon={BrowserIcon}
          label="Open links in the browser"
          help="For visitors inside apps such as Instagram. Each link can say otherwise."
          value={value === undefined ? undefined : nameOf(value)}
          opens
          {...props}
        />
      )}
    />
  )
}

const nameOf = (isOn: boolean) => (isOn ? 'On' : 'Off')
