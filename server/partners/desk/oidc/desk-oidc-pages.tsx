import { EmailField, Form, Submit } from '../../../platform/html/form.tsx'
import { ReadingPage } from '../../../platform/html/layout.tsx'
import { PageHead, shownDay } from '../../../platform/html/parts.tsx'
import { Csrf } from '../../../platform/html/work-document.tsx'
import type { deskIdentities } from '../../../platform/db/schema.ts'
import type { Desk } from '../desk-session.tsx'
import type { OpenedDesk } from './desk-identities.ts'
import { DeskPage } from '../layout.tsx'

type NewProps = { csrf: string; name: string; email: string; delivery: 'smtp' | 'outbox' }

/** Tells a person without a connected brand how to connect one. */
export const NewDeskPage = ({ csrf, name, email, delivery }: NewProps) => (
  <ReadingPage title="Connect your brand">
    <div class="heading">
      <h1>Connect your brand</h1>
      <p>
        Your {name} account is not connected to a brand yet. Open a sign-in link once in this
        browser, within an hour.{' '}
        {delivery === 'smtp'
          ? 'We can email you one.'
          : "This server can't send email yet. Ask its operator for a link."}
      </p>
    </div>
    {delivery === 'smtp' && (
      <Form action="/desk/sign-in" hidden={{ csrf }} ownWords>
        <EmailField email={email} autocomplete="email" />
        <Submit>Email me a link</Submit>
      </Form>
    )}
  </ReadingPage>
)

type ChooseProps = { csrf: string; link: string; desks: OpenedDesk[] }

/** Asks which of several brands to open. */
export const ChooseBrandPage = ({ csrf, link, desks }: ChooseProps) => (
  <ReadingPage title="Choose a brand">
    <div class="heading">
      <h1>Choose a brand</h1>
    </div>
    {desks.map(({ brandId, name }) => (
      <Form key={brandId} action="/desk/sign-in/oidc/open" hidden={{ csrf, link, brand: brandId }}>
        <Submit>{name}</Submit>
      </Form>
    ))}
  </ReadingPage>
)

type AccountsProps = { desk: Desk; rows: (typeof deskIdentities.$inferSelect)[] }

/** Lists the accounts at the provider with which the person opens this desk. */
export const DeskAccountsPage = ({ desk, rows }: AccountsProps) => (
  <DeskPage desk={desk} tab="partners" title="Sign-in">
    <PageHead
      back={{ href: '/desk/partners', text: 'Partners' }}
      title="Sign-in"
      text={`Your accounts at ${desk.provider ?? 'the provider'} that open this desk. Sign-in links work, too.`}
    />
    {rows.length === 0 && <p class="lead">No account is connected yet.</p>}
    <ul class="lead">
      {rows.map(({ id, email, createdAt }) => (
        <li key={id}>
          {email || 'Account without an email'}, since {shownDay(createdAt, true)}
          <form method="post" action="/desk/accounts/disconnect">
            <Csrf value={desk.csrf} />
            <input type="hidden" name="id" value={id} />
            <button class="btn quiet-btn" type="submit">
              Disconnect<span class="unseen"> {email}</span>
            </button>
          </form>
        </li>
      ))}
    </ul>
    <form method="post" action="/desk/accounts/connect">
      <Csrf value={desk.csrf} />
      <button class="btn" type="submit">
        Connect a {desk.provider} account
      </button>
    </form>
  </DeskPage>
)
