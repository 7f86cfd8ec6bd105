import { PencilSimpleIcon } from '@phosphor-icons/react/PencilSimple'
import { QrCodeIcon } from '@phosphor-icons/react/QrCode'
import { useState } from 'react'
import { useDialogParam } from '#app/dialog/use-dialog-param.ts'
import { NothingSaved } from '#app/list-state.tsx'
import { NotLoaded } from '#app/problems/not-loaded.tsx'
import { useOffline } from '#app/problems/problems.ts'
import { count, money, percent } from '#app/formats.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import { APP_NAME } from '#contract/app-constants.ts'
import type { ReferralLink, ReferralSummary } from '#contract/money/referrals.ts'
import { QrBox } from '#features/links/share/qr-box.tsx'
import { ShareEntries } from '#features/links/share/share-entries.tsx'
import { paths } from '#paths.ts'
import { IconButton } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy/copy-button.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { CodeDialog } from './code-dialog.tsx'
import { InviteByMail } from './invite-by-mail.tsx'
import css from './refer-screen.module.css'
import { useReferralLink, useReferralSummary, type LinkAnswer } from './referrals.ts'
import { WhoJoined } from './who-joined.tsx'

/** Shows the referral link, ways to share it, and the results. */
export function ReferScreen() {
  const link = useReferralLink()
  const summary = useReferralSummary()
  const share = summary.value?.share_percentage ?? 0
  return (
    <Screen
      title="Refer"
      freshness={link}
      back={paths.more}
      narrow
      className={`${css.screen} stack`}
    >
      {link.value ? (
        <>
          <OwnLink link={link.value} share={share} change={link.set} />
          {summary.value && <Facts summary={summary.value} />}
          <InviteByMail link={link.value} />
          <WhoJoined pays={share > 0} />
        </>
      ) : (
        <NoLink link={link} />
      )}
    </Screen>
  )
}

function NoLink({ link }: { link: LinkAnswer }) {
  const offline = useOffline()
  if (link.loading)
    return (
      <div role="status" aria-label="Loading your link">
        <Skeleton height={168} radius="var(--radius-card)" />
      </div>
    )
  if (offline) return <NothingSaved what="referrals" />
  return <NotLoaded what="referrals" list={link} />
}

/** Returns the headline. It promises a share only if one is paid. */
const promise = (share: number) =>
  share > 0 ? `You get ${percent(share)} of what they earn for a year` : 'Invite a creator'

type OwnLinkProps = { link: ReferralLink; share: number; change: (link: ReferralLink) => void }

function OwnLink({ link, share, change }: OwnLinkProps) {
  const [shown, setShown] = useState(false)
  const dialog = useDialogParam('dialog')
  const plain = link.url.replace(/^https?:\/\//, '')
  return (
    <section className={css.own} aria-label="Your link">
      <div className={`${css.card} stack`}>
        <p>{promise(share)}</p>
        <a className={css.address} href={link.url} target="_blank" rel="noreferrer">
          {plain}
        </a>
        <div className={css.does}>
          <CopyButton
            variant="button"
            className={css.copy}
            label="Copy link"
            announcement="Link has been copied"
            text={link.url}
          />
          <IconButton
            className={css.round}
            icon={QrCodeIcon}
            label={shown ? 'Hide QR code' : 'Show QR code'}
            aria-expanded={shown}
            onClick={() => setShown(!shown)}
          />
          <IconButton
            className={css.round}
            icon={PencilSimpleIcon}
            label="Choose your own code"
            aria-haspopup="dialog"
            onClick={() => dialog.open('code')}
          />
        </div>
      </div>
      {shown && <QrBox url={link.url} name={link.code} />}
      {dialog.value === 'code' && (
        <CodeDialog link={link} changed={change} onClose={dialog.close} />
      )}
      <ShareEntries title={`Join me on ${APP_NAME}`} url={link.url} />
    </section>
  )
}

const Facts = ({ summary }: { summary: ReferralSummary }) => (
  <dl className={`${css.facts} num`} aria-label="Results">
    <div>
      <dt>Opened</dt>
      <dd>{count(summary.clicks)}</dd>
    </div>
    <div>
      <dt>Joined</dt>
      <dd>{count(summary.signups)}</dd>
    </div>
    {summary.share_percentage > 0 || summary.earned > 0 ? (
      <div>
        <dt>You earned</dt>
        <dd className={css.money} translate="no">
          {money(summary.earned)}
        </dd>
        {summary.pending > 0 && (
          <dd className={css.pending}>{`${money(summary.pending)} pending`}</dd>
        )}
      </div>
    ) : (
      <div>
        <dt>Creators</dt>
        <dd>{count(summary.creators)}</dd>
      </div>
    )}
  </dl>
)
