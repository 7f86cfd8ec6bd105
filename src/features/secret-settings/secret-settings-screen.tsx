import { useEffect, useState } from 'react'
import { useLinkTotals } from '#live/read/use-link-totals.ts'
import { useListState, useMirrorHealth } from '#live/read/use-mirror.ts'
import { wipeAll } from '#live/wipe.ts'
import { count } from '#app/formats.ts'
import { goToLogin } from '#app/session/cut-off.ts'
import { leavePush } from '#app/worker/push.ts'
import { momentText } from '#app/problems/times.ts'
import { Screen } from '#app/shell/screen.tsx'
import { CHANNEL, VERSION } from '#app/shell/version.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/dialog/confirm.tsx'
import { paths } from '#paths.ts'
import styles from './secret-settings-screen.module.css'
import { workerState } from './worker-state.ts'

async function clearLocalData() {
  const yes = await confirm(
    'Remove everything saved on this device? You will have to sign in again. Nothing is removed from the server.',
    { ok: 'Remove', cancel: 'Keep', danger: true },
  )
  if (!yes) return
  await leavePush().catch(() => undefined)
  await wipeAll()
  await goToLogin()
}

/** For whoever looks into a problem; in no menu, and without secrets (R-036, D-93). */
export function SecretSettingsScreen() {
  const totals = useLinkTotals()
  const { syncedAt } = useListState('links')
  const health = useMirrorHealth()
  const [worker, setWorker] = useState('Looking')
  useEffect(() => {
    workerState().then(setWorker, () => setWorker('Unknown'))
  }, [])
  const facts = [
    ['Version', VERSION],
    ['Channel', CHANNEL],
    ['Service worker', worker],
    ['Links on this device', totals ? count(totals.links) : 'None yet'],
    ['Last updated', syncedAt ? momentText(syncedAt) : 'Never'],
    ['Storage', HEALTH[health]],
  ] as const
  return (
    <Screen
      title="Secret settings"
      freshness="links"
      back={paths.settings}
      narrow
      className={styles.page}
    >
      <dl className={`${styles.facts} num`}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Button variant="line" onClick={() => void clearLocalData()}>
        Clear local data
      </Button>
    </Screen>
  )
}

const HEALTH = {
  ok: 'Kept on this device',
  memory: 'Kept until this tab closes',
  full: 'Full',
  outdated: 'Used by a newer version in another tab',
} as const
