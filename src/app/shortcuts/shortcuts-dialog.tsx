import { useAtom } from 'jotai'
import { Modal } from '#ui/dialog/modal.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { shortcutsAtom } from './setting.ts'
import css from './shortcuts-dialog.module.css'

const KEYS = [
  { key: 'C', what: 'Create a link' },
  { key: '/', what: 'Search this screen, or your links' },
  { key: '?', what: 'Show this list' },
]

const ALWAYS = [
  { key: 'Esc', what: 'Close a dialog, or end a selection' },
  { key: 'Shift', what: 'With a click on a link: select all up to it' },
]

/** Lists the shortcuts. Single-key shortcuts can be switched off (WCAG 2.1.4). */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [on, setOn] = useAtom(shortcutsAtom)
  return (
    <Modal title="Keyboard shortcuts" onClose={onClose}>
      <div className={css.body}>
        <Switch
          label="Single-key shortcuts"
          help="On this device. When they are off, this list is in Help."
          checked={on}
          onChange={setOn}
        />
        <Keys keys={KEYS} off={!on} />
        <Keys keys={ALWAYS} />
        <p className="hint">
          They do nothing while you type. With a screen reader, let keys through first: focus mode
          in NVDA, forms mode in JAWS.
        </p>
      </div>
    </Modal>
  )
}

type KeysProps = { keys: typeof KEYS; off?: boolean }

const Keys = ({ keys, off }: KeysProps) => (
  <dl className={css.keys} data-off={off || undefined}>
    {keys.map(({ key, what }) => (
      <div key={key}>
        <dt>
          <kbd className={css.key}>{key}</kbd>
        </dt>
        <dd>
          <span>{what}</span>
          {off && <span className="vh"> (off)</span>}
        </dd>
      </div>
    ))}
  </dl>
)
