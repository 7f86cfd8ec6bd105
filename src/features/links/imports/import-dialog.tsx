import { useDialogParam } from '#app/dialog/use-dialog-param.ts'
import { Modal } from '#ui/dialog/modal.tsx'
import { ChooseFile } from './choose-file.tsx'
import { EndView } from './end-view.tsx'
import { ImportFooter, type Work } from './import-footer.tsx'
import type { ImportStep } from './import-steps.ts'
import { PlanView } from './plan-view.tsx'
import { RunView, SendView } from './run-view.tsx'
import { refreshLists, useImport } from './use-import.ts'

/** Shows the import dialog over the list while the address has `import`; Back closes it. */
export function ImportDialog() {
  const dialog = useDialogParam('import')
  const work = useImport()
  const { step } = work

  function close() {
    if (step.at === 'running') refreshLists()
    dialog.close()
  }

  return (
    <Modal
      title="Import links"
      size="wide"
      onClose={close}
      footer={step.at !== 'file' && <ImportFooter work={work} close={close} />}
    >
      <Body step={step} choose={work.choose} readAs={work.readAs} />
    </Modal>
  )
}

type BodyProps = { step: ImportStep } & Pick<Work, 'choose' | 'readAs'>

function Body({ step, choose, readAs }: BodyProps) {
  switch (step.at) {
    case 'file':
      return <ChooseFile refused={step.refused} choose={choose} />
    case 'sending':
      return <SendView step={step} />
    case 'plan':
      return <PlanView {...step} readAs={readAs} />
    case 'running':
      return <RunView step={step} />
    default:
      return <EndView run={step.run} />
  }
}
