import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { acceptInvitation, declineInvitation, readInvitation } from '#api/people/members.ts'
import { refreshAccounts, switchAccount } from '#app/accounts/accounts.ts'
import { explainFailure } from '#app/failure/explain-failure.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import type { ReceivedInvitation } from '#contract/people/members.ts'
import { quiet } from '#http/client.ts'
import { toApiError } from '#http/error.ts'
import { paths, type JoinSearch } from '#paths.ts'
import { ActionBar } from '#ui/action-bar.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Fact, FactList } from '#ui/facts.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { accessText } from './access-text.ts'
import css from './members.module.css'

type Found = { invitation: ReceivedInvitation } | { refusal: string }

/** Shows the invitation of a link in an email, to accept or decline it. */
export function JoinScreen() {
  const { key = '' }: JoinSearch = useSearch({ strict: false })
  const answer = useAnswer<Found>(`invitation ${key}`, (options) => find(key, options))
  const { value } = answer
  return (
    <Screen title="Invitation" freshness={answer} back={paths.more} narrow tall>
      {value && 'refusal' in value && (
        <EmptyState
          title="You can’t use this invitation"
          text={value.refusal}
          action={<ButtonLink href={paths.logout}>Use another account</ButtonLink>}
        />
      )}
      {value && 'invitation' in value && <Choice invitation={value.invitation} code={key} />}
    </Screen>
  )
}

async function find(key: string, options: object): Promise<Found> {
  try {
    return { invitation: await readInvitation(key, options) }
  } catch (error) {
    const refusal = toApiError(error).field('key')
    if (refusal === undefined) throw error
    return { refusal }
  }
}

type ChoiceProps = { invitation: ReceivedInvitation; code: string }

function Choice({ invitation, code }: ChoiceProps) {
  const { account, access } = invitation
  const [state, setState] = useState<'open' | 'busy' | 'declined'>('open')
  const [problem, setProblem] = useState<string | null>()

  async function decide(send: () => Promise<unknown>, done: () => unknown) {
    setState('busy')
    setProblem(undefined)
    try {
      await send()
      await done()
    } catch (error) {
      setProblem(explainFailure(error, 'answer the invitation'))
      setState('open')
    }
  }
  const accept = () =>
    decide(
      () => acceptInvitation(code, quiet),
      () => refreshAccounts().then(() => switchAccount(account.id)),
    )
  const decline = () =>
    decide(
      () => declineInvitation(code, quiet),
      () => setState('declined'),
    )

  if (state === 'declined')
    return (
      <EmptyState
        title="You declined"
        text="The owner gets an email. You have no access to their account."
        action={<ButtonLink href={paths.home}>Continue</ButtonLink>}
      />
    )
  return (
    <div className="fill-column">
      <p className={css.lead}>
        <b translate="no">{account.name || account.email}</b>
        <span> wants you to help with their account.</span>
      </p>
      <FactList>
        <Fact label="Account">
          <span translate="no">{account.email}</span>
        </Fact>
        <Fact label="You can">{accessText(access)}</Fact>
      </FactList>
      <FieldError text={problem ?? undefined} />
      <ActionBar>
        <Button size="lg" busy={state === 'busy'} onClick={() => void decline()}>
          Decline
        </Button>
        <Button size="lg" variant="primary" busy={state === 'busy'} onClick={() => void accept()}>
          Accept
        </Button>
      </ActionBar>
    </div>
  )
}
