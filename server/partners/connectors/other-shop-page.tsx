import type { PostbackCall } from '../desk/calls.ts'
import type { Desk } from '../desk/desk-session.tsx'
import { DeskPage } from '../desk/layout.tsx'
import { PageHead, shownMinute, Tag } from '../../platform/html/parts.tsx'
import { CheckAgain, Copy, ScriptTag, Step } from './setup-parts.tsx'

type Props = { desk: Desk; newest: PostbackCall | undefined; now: number }

/** Shows the five steps for a shop that reports orders with its own program. */
export const OtherShopPage = ({ desk, newest, now }: Props) => (
  <DeskPage desk={desk} tab="orders" title="Your own program">
    <PageHead
      back={{ href: '/desk/shop', text: 'Connect your shop' }}
      title="Your own program"
      text="Five steps. The last one shows your test order."
    />
    <ol class="steps">
      <Step title="Add the script">
        <p>
          Paste this into the pages of your shop, or keep the parameter{' '}
          <code>{desk.brand.clickParam}</code> of the landing page yourself.
        </p>
        <ScriptTag desk={desk} />
        <p>
          Your code finds the click id in <code>window.splitClickId</code>. Forms with the attribute{' '}
          <code>data-split</code> send it as <code>split_click_id</code>.
        </p>
      </Step>
      <Step title="Report each order">
        <p>Send it with POST as JSON, and again when it changes, is refunded or cancelled.</p>
        <Copy label="Address" text={`${desk.books.connectors.origin}/postback`} />
      </Step>
      <Step title="Send your key">
        <p>
          Send the key of your brand in the header <code>X-Postback-Key</code>. You get it from the
          operator of this site.
        </p>
      </Step>
      <Step title="Place a test order">
        <p>
          Fill in <a href="/desk/postbacks#test">the test form</a> to see how an order would be
          answered. Nothing is booked.
        </p>
        <Copy
          label="Example"
          text='{"order_id": "1001", "amount": "49.90", "currency": "USD", "click_id": "CLICK_ID"}'
        />
      </Step>
      <Step id="arrived" title="See what arrived">
        {newest ? (
          <div class={`told ${newest.status < 300 ? 'told-good' : 'told-bad'}`} role="status">
            <strong>The latest call arrived on {shownMinute(newest.at)} UTC.</strong>
            <span>
              Our answer: <Tag tone={newest.status < 300 ? 'on' : 'danger'}>{newest.status}</Tag>
            </span>
            <code class="raw">{newest.answer}</code>
          </div>
        ) : (
          <p role="status">Nothing has arrived yet.</p>
        )}
        <p>
          <CheckAgain path="/desk/shop/other" now={now} />{' '}
          <a class="btn" href="/desk/postbacks">
            All calls
          </a>
        </p>
      </Step>
    </ol>
  </DeskPage>
)
