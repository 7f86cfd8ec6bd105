import { ShieldCheckIcon } from '@phosphor-icons/react/ShieldCheck'
import { useState } from 'react'
import { decideConsent, getConsent, type RequestParams } from '#api/developers/connected-apps.ts'
import { explainFailure } from '#app/failure/explain-failure.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import type { Consent } from '#contract/developers/connected-apps.ts'
import { grantedLabels } from '#features/people/developers/permissions.ts'
import { quiet } from '#http/client.ts'
import { toApiError } from '#http/error.ts'
import { paths } from '#paths.ts'
import { ActionBar } from '#ui/action-bar.tsx'
import { Banner } from '#ui/notices/banner.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Fact, FactList } from '#ui/facts.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { RequestSkeleton } from './request-skeleton.tsx'
import css from './connect-app.module.css'

const INVALID = 400

/** Asks whether an app may act for the user (OAuth 2.1). The address contains the app's request. */
export function ConnectAppScreen() {
  // The address can change while the browser leaves for the app.
  const [search] = useState(() => location.search)
  const request: RequestParams = Object.fromEntries(new URLSearchParams(search))
  const consent = useAnswer(`consent ${search}`, async (options) => {
    try {
      return await getConsent(request, options)
    } catch (error) {
      if (toApiError(error).status !== INVALID) throw error
      return explainFailure(error, 'read the request') ?? ''
    }
  })
  return (
    <Screen title="Connect an app" freshness={consent} narrow tall>
      {consent.loading && <RequestSkeleton />}
      {typeof consent.value === 'string' && (
        <EmptyState
          title="This app can’t be connected"
          text={consent.value}
          action={<ButtonLink href={paths.home}>Go to Home</ButtonLink>}
        />
      )}
      {typeof consent.value === 'object' && (
        <ConsentForm consent={consent.value} request={request} />
      )}
    </Screen>
  )
}

type ConsentFormProps = { consent: Consent; request: RequestParams }

function ConsentForm({ consent, request }: ConsentFormProps) {
  const [sent, setSent] = useState<'allow' | 'refuse'>()
  const [problem, setProblem] = useState<string>()
  const { app_name: name, redirect_host: host, is_local: isLocal, email } = consent

  async function decide(allow: boolean) {
    setSent(allow ? 'allow' : 'refuse')
    setProblem(undefined)
    try {
      location.assign(await decideConsent({ request, allow }, quiet))
    } catch (error) {
      setSent(undefined)
      setProblem(explainFailure(error, 'answer the app') ?? undefined)
    }
  }

  return (
    <div className={`${css.consent} fill-column`}>
      <h2 className={css.question}>{`Let ${name} use your account?`}</h2>
      <div className={css.warning}>
        <Banner tone="warn">
          <b>The app chose this name itself.</b>{' '}
          <span>
            {isLocal
              ? 'Continue only if you just started this in an app on this computer.'
              : 'Continue only if you just started this and know the address below.'}
          </span>
        </Banner>
      </div>
      <FactList>
        <Fact label="Sends you back to">
          <span translate="no">{isLocal ? `${host} (this computer)` : host}</span>
        </Fact>
        <Fact label="Your account">
          <span translate="no">{email}</span>
        </Fact>
      </FactList>
      <div>
        <h3 className={css.subtitle}>It will be able to</h3>
        <ul className={css.permissions}>
          {grantedLabels(consent.scopes).map((label) => (
            <li key={label}>{label}</li>
          ))}
        </ul>
      </div>
      <p className="icon-text hint">
        <ShieldCheckIcon size={18} aria-hidden />
        <span>
          No app can redeem money, change your password or email, or create keys. You can disconnect
          it at any time in Settings, Developers.
        </span>
      </p>
      <ActionBar className={css.bar}>
        <FieldError text={problem} />
        <Button size="lg" busy={sent === 'refuse'} onClick={() => void decide(false)}>
          Don’t allow
        </Button>
        <Button
          variant="primary"
          size="lg"
          busy={sent === 'allow'}
          onClick={() => void decide(true)}
        >
          Allow
        </Button>
      </ActionBar>
    </div>
  )
}
