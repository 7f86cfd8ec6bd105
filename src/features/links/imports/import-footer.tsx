import { count } from '#app/formats.ts'
import { Button } from '#ui/button.tsx'
import type { useImport } from './use-import.ts'

export type Work = ReturnType<typeof useImport>
type FooterProps = { work: Work; close: () => void }

/** Shows the buttons of a step, with the primary one last. */
export function ImportFooter({ work, close }: FooterProps) {
  const { step, stop, cancelSending, startOver } = work
  if (step.at === 'sending') return <Button onClick={cancelSending}>Cancel</Button>
  if (step.at === 'plan') return <PlanFooter work={work} close={close} />
  if (step.at === 'running')
    return (
      <>
        <Button busy={step.stopping} onClick={stop}>
          Stop
        </Button>
        <Button variant="primary" onClick={close}>
          Close, let it run
        </Button>
      </>
    )
  return (
    <>
      <Button onClick={startOver}>Import another</Button>
      <Button variant="primary" onClick={close}>
        Done
      </Button>
    </>
  )
}

function PlanFooter({ work: { step, start, startOver }, close }: FooterProps) {
  const links = step.at === 'plan' ? step.plan.counts.new : 0
  return (
    <>
      <Button onClick={startOver}>Choose another</Button>
      {links > 0 ? (
        <Button variant="primary" onClick={start}>
          {`Import ${count(links)} ${links === 1 ? 'link' : 'links'}`}
        </Button>
      ) : (
        <Button variant="primary" onClick={close}>
          Done
        </Button>
      )}
    </>
  )
}
