import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { decideApproval, getApproval } from '#api/developers/approvals.ts'
import { explainFailure } from '#app/failure/explain-failure.ts'
import { useAnswer, type Answer } from '#app/query/use-answer.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import type { Approval } from '#contract/developers/approvals.ts'
import { toApiError } from '#http/error.ts'
import { quiet } from '#http/client.ts'
import { paths } from '#paths.ts'
import { ActionBar } from '#ui/action-bar.tsx'
import { Banner } from '#ui/notices/banner.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Fact, FactList } from '#ui/facts.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { RequestSkeleton } from './request-skeleton.tsx'
import css from './connect-app.module.css'

const NOT_FOUND = 404

/** Shows a change that an assistant wants to make, and approves or rejects it. */
export function ApprovalScreen() {
  const { id = '' } = useParams({ strict: false })
  const approval = useAnswer(`approval ${id}`, (options) => findApproval(id, options))
  return (
    <Screen title="Approve a change" freshness={approval} back={paths.developers} narrow tall>
      {approval.loading && <RequestSkeleton />}
      {approval.value === null && (
        <EmptyState
          title="This change isn’t here"
          text="It belongs to another account, or it is older than a day."
          action={<ButtonLink href={paths.developers}>Go to Developers</ButtonLink>}
        />
      )}
      {approval.value && <Change approval={approval.value} answer={approval} />}
    </Screen>
  )
}

type Found = Approval | null

async function findApproval(id: string, options: object): Promise<Found> {
  try {
    return await getApproval(id, options)
  } catch (error) {
    if (toApiError(error).status === NOT_FOUND) return null
    throw error
  }
}

function Change({ approval, answer }: { approval: Approval; answer: Answer<Found> }) {
  const { asked_by: askedBy, action, subject, fields, state } = approval
  return (
    <div className={`${css.consent} fill-column`}>
      <h2 className={css.question}>{action}</h2>
      <FactList>
        <Fact label="Asked by">
          <span translate="no">{askedBy}</span>
        </Fact>
        {subject !== null && (
          <Fact label="Now called">
            <span translate="no">{subject}</span>
          </Fact>
        )}
        {fields.map(({ name, value }) => (
          <Fact key={name} label={labelOf(name)}>
            <span translate="no">{value}</span>
          </Fact>
        ))}
      </FactList>
      {state === 'pending' ? (
        <Decision approval={approval} answer={answer} />
      ) : (
        <div className={css.warning}>
          <Banner>{STATES[state]}</Banner>
        </div>
      )}
    </div>
  )
}

function Decision({ approval, answer }: { approval: Approval; answer: Answer<Found> }) {
  const [sent, setSent] = useState<'approve' | 'reject'>()
  const [problem, setProblem] = useState<string>()

  async function decide(approve: boolean) {
    setSent(approve ? 'approve' : 'reject')
    setProblem(undefined)
    try {
      answer.set(await decideApproval(approval.id, approve, quiet))
    } catch (error) {
      setProblem(explainFailure(error, 'send your decision') ?? undefined)
    }
    setSent(undefined)
  }

  return (
    <>
      <p className="hint">
        Approve only what you asked for. The assistant can make exactly this change, once, within 15
        minutes.
      </p>
      <ActionBar className={css.bar}>
        <FieldError text={problem} />
        <Button size="lg" busy={sent === 'reject'} onClick={() => void decide(false)}>
          Reject
        </Button>
        <Button
          variant="primary"
          size="lg"
          busy={sent === 'approve'}
          onClick={() => void decide(true)}
        >
          Approve
        </Button>
      </ActionBar>
    </>
  )
}

const STATES: Record<Exclude<Approval['state'], 'pending'>, string> = {
  approved: 'Approved. Go back to your assistant, which makes the change now.',
  rejected: 'Rejected. Nothing changes.',
  expired: 'This request has expired. Nothing changes.',
  used: 'The change was made.',
}

const LABELS: Record<string, string> = {
  is_published: 'Visible to everybody',
  is_visible: 'Visible on your page',
  is_indexed: 'Listed by search engines',
  uuids: 'Links',
}

/** Returns the name of a field as a label, such as "Image alt". */
function labelOf(name: string): string {
  const words = name.replaceAll('_', ' ')
  return LABELS[name] ?? words.charAt(0).toUpperCase() + words.slice(1)
}
