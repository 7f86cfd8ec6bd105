import { useState } from 'react'
import { editNetworkSettings, getNetworkSettings } from '#api/money/networks.ts'
import { runAction } from '#app/failure/run-action.ts'
import { useOffline } from '#app/problems/problems.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import type { NetworkSettings, NetworkSettingsEdit } from '#contract/money/networks.ts'
import { quiet } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { toast } from '#ui/notices/toast.tsx'
import css from './networks.module.css'

/** Shows the switch for sub-ids and, if it is on, the tracking id for Amazon. */
export function SubIdSettings() {
  const settings = useAnswer('network settings', getNetworkSettings, { isSecondary: true })
  const offline = useOffline()
  const { value } = settings
  const save = (edit: NetworkSettingsEdit, done: string) =>
    runAction('save the setting', () => editNetworkSettings(edit, quiet), {
      onDone(next) {
        settings.set(next)
        toast(done)
      },
    })
  if (offline && !value) return null
  return (
    <div className={css.settings}>
      <Switch
        label="Mark clicks for networks"
        help="Adds a key to links of Awin, CJ, Impact and others, so that their reports lead back to your links. Values that a link already has stay."
        checked={value?.add_sub_ids}
        disabled={offline}
        onChange={(add_sub_ids) =>
          void save({ add_sub_ids }, add_sub_ids ? 'Clicks are marked.' : 'Clicks are not marked.')
        }
      />
      {value?.add_sub_ids && <AmazonTag key={value.amazon_tag} settings={value} save={save} />}
    </div>
  )
}

type AmazonTagProps = {
  settings: NetworkSettings
  save: (edit: NetworkSettingsEdit, done: string) => Promise<unknown>
}

function AmazonTag({ settings, save }: AmazonTagProps) {
  const [tag, setTag] = useState(settings.amazon_tag)
  return (
    <form
      className={css.tag}
      onSubmit={(event) => {
        event.preventDefault()
        void save({ amazon_tag: tag.trim() }, 'Tracking id saved.')
      }}
    >
      <TextField
        label="Amazon tracking id"
        hint="Optional"
        help="Added to Amazon links without one."
        name="amazon_tag"
        value={tag}
        maxLength={60}
        pattern="[\w\-]*"
        placeholder="name-20"
        onChange={({ target }) => setTag(target.value)}
      />
      {tag.trim() !== settings.amazon_tag && <Button type="submit">Save</Button>}
    </form>
  )
}
