import type { Desk } from '../desk/desk-session.tsx'
import { Csrf } from '../../platform/html/work-document.tsx'
import { DeskPage } from '../desk/layout.tsx'
import { PageHead, shownMinute } from '../../platform/html/parts.tsx'
import type { ShopSetup } from './connector-actions.ts'
import { OLD_SECRET_DAYS, SECRET_LENGTH } from './connectors.ts'
import { PLATFORM_NAMES, type Platform } from './platform.ts'
import { STEPS } from './platform-steps.tsx'
import { CheckAgain, Copy, Step, testLink } from './setup-parts.tsx'
import { OutcomeTag, ShopLog } from './shop-log-table.tsx'

/** Shows the shop systems that a brand can connect. */
export const ShopsPage = ({ desk, platforms }: { desk: Desk; platforms: Platform[] }) => (
  <DeskPage desk={desk} tab="orders" title="Connect your shop">
    <PageHead
      back={{ href: '/desk/orders', text: 'Orders' }}
      title="Connect your shop"
      text="Your shop system reports orders, changes and refunds by itself. Choose the one you use."
    />
    <ul class="shops">
      {(Object.keys(PLATFORM_NAMES) as Platform[]).map((platform) => (
        <li key={platform}>
          <strong>{PLATFORM_NAMES[platform]}</strong>
          {platforms.includes(platform) ? (
            <a class="btn" href={`/desk/shop/${platform}`}>
              Open {PLATFORM_NAMES[platform]}
            </a>
          ) : (
            <form method="post" action="/desk/shop">
              <Csrf value={desk.csrf} />
              <input type="hidden" name="platform" value={platform} />
              <button class="btn primary" type="submit">
                Set up {PLATFORM_NAMES[platform]}
              </button>
            </form>
          )}
        </li>
      ))}
      <li>
        <strong>Another system or your own program</strong>
        <a class="btn" href="/desk/shop/other">
          Show steps
        </a>
      </li>
    </ul>
  </DeskPage>
)

type ShopProps = {
  desk: Desk
  platform: Platform
  setup: ShopSetup
  /** Time of the page in milliseconds. */
  now: number
  /** Reason why the secret was not stored. */
  problem: string | undefined
}

/** Shows the five steps to connect a shop, and the log of its deliveries. */
export const ShopPage = ({ desk, platform, setup, now, problem }: ShopProps) => {
  const steps = STEPS[platform]
  const name = PLATFORM_NAMES[platform]
  return (
    <DeskPage desk={desk} tab="orders" title={name}>
      <PageHead
        back={{ href: '/desk/shop', text: 'Connect your shop' }}
        title={name}
        text="Five steps. The last one shows your test order."
      />
      <ol class="steps">
        <Step title="Add the script">{steps.script(desk)}</Step>
        <Step title="Create the webhooks">
          {steps.webhooks}
          <ul class="events">
            {steps.events.map((event) => (
              <li key={event}>{event}</li>
            ))}
          </ul>
          <Copy label="Address" text={setup.address} />
        </Step>
        <Step id="secret" title="Enter the secret">
          {steps.secret}
          <SecretForm {...{ desk, platform, setup, problem }} />
        </Step>
        <Step title="Place a test order">
          {steps.test}
          <Copy label="Test link" text={testLink(desk.brand, setup.testClickId)} />
          <p>Orders from this link are never booked, whatever was paid.</p>
        </Step>
        <Step id="arrived" title="See what arrived">
          <Arrived {...{ platform, setup, now }} />
        </Step>
      </ol>
      <ShopLog log={setup.log} />
      <h2>Disconnect</h2>
      <p class="lead">
        Deletes this connection, its secret and its log. Recorded orders stay. Delete the webhooks
        in {name}, too.
      </p>
      <form method="post" action={`/desk/shop/${platform}/delete`}>
        <Csrf value={desk.csrf} />
        <button class="btn" type="submit">
          Disconnect {name}
        </button>
      </form>
    </DeskPage>
  )
}

const SecretForm = ({ desk, platform, setup, problem }: Omit<ShopProps, 'now'>) => (
  <>
    {problem !== undefined && (
      <p id="secret-problem" class="told told-bad" role="alert">
        {problem}
      </p>
    )}
    {setup.hasSecret && (
      <p role="status">
        A secret is stored.{' '}
        {setup.oldSecretUntil
          ? `The one before is valid until ${shownMinute(setup.oldSecretUntil)} UTC.`
          : `If you change it, it stays valid for ${OLD_SECRET_DAYS} days more.`}
      </p>
    )}
    <form method="post" action={`/desk/shop/${platform}/secret#secret`} class="fields">
      <Csrf value={desk.csrf} />
      <label>
        Secret
        <input
          name="secret"
          type="password"
          maxlength={SECRET_LENGTH.max}
          autocomplete="off"
          aria-describedby={problem === undefined ? undefined : 'secret-problem'}
          aria-invalid={problem === undefined ? undefined : 'true'}
          required
        />
      </label>
      <button class="btn primary" type="submit">
        Store secret
      </button>
    </form>
  </>
)

type ArrivedProps = Pick<ShopProps, 'platform' | 'setup' | 'now'>

/** Shows the latest test order, or the newest delivery while there is none. */
const Arrived = ({ platform, setup: { log }, now }: ArrivedProps) => {
  const shown = log.find(({ outcome }) => outcome === 'test') ?? log[0]
  return (
    <>
      {shown ? (
        <div class={`told ${shown.outcome === 'refused' ? 'told-bad' : 'told-good'}`} role="status">
          <strong>
            {shown.outcome === 'test'
              ? `Test order ${shown.orderNumber} arrived.`
              : 'A delivery arrived, but no test order yet.'}
          </strong>
          <span>
            {shownMinute(shown.at)} UTC: <OutcomeTag outcome={shown.outcome} />
          </span>
          <span>{shown.why}</span>
        </div>
      ) : (
        <p role="status">Nothing has arrived yet. Shops usually send an order within a minute.</p>
      )}
      <p>
        <CheckAgain path={`/desk/shop/${platform}`} now={now} />
      </p>
    </>
  )
}
