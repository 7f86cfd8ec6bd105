import { useAtomValue } from 'jotai'
import { InstallBar } from '../install/install-bar.tsx'
import { updateAtom } from '../worker/update.ts'
import { CriticalDialog } from './critical-dialog.tsx'
import { OfflineDialog } from './offline-dialog.tsx'
import { dialogAtom, problemsAtom } from './problems.ts'
import { UpdatePrompt } from './update-prompt.tsx'

/** Shows problems of the whole app, one dialog at a time. Rendered once by the shell. */
export function ProblemHost() {
  const dialog = useAtomValue(dialogAtom)
  const { critical } = useAtomValue(problemsAtom)
  const update = useAtomValue(updateAtom)
  return (
    <>
      {dialog === 'offline' && <OfflineDialog />}
      {dialog === 'critical' && critical && <CriticalDialog critical={critical} />}
      <UpdatePrompt />
      {!dialog && update === 'none' && <InstallBar />}
    </>
  )
}
