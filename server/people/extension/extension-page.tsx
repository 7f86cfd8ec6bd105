import { APP_NAME } from '#contract/app-constants.ts'
import { Heading, ReadingPage } from '../../platform/html/layout.tsx'
import type { Html } from '../../platform/html/text-of.ts'

/** Addresses from which browsers get the extension: a store, or null for a download. */
export type StoreAddresses = { chrome: string | null; firefox: string | null }

type PageProps = { stores: StoreAddresses; downloads: Record<keyof StoreAddresses, string> }

/** Shows how to get the extension in each browser. */
export const ExtensionPage = ({ stores, downloads }: PageProps) => (
  <ReadingPage title="Browser extension">
    <article class="legal">
      <h1>{APP_NAME} in your browser</h1>
      <p>
        A button creates a {APP_NAME} link for the page you’re on, copies it and shows what the shop
        pays. The address of a page is sent only when you create a link for it.
      </p>
      <h2>Chrome and Edge</h2>
      {stores.chrome === null ? (
        <Steps download={downloads.chrome}>
          <li>Unpack the file into a folder that stays where it is.</li>
          <li>
            Open <code>chrome://extensions</code> or <code>edge://extensions</code> and switch on
            Developer mode.
          </li>
          <li>Choose “Load unpacked” and select the folder.</li>
        </Steps>
      ) : (
        <Store address={stores.chrome} browser="Chrome" />
      )}
      <h2>Firefox</h2>
      {stores.firefox === null ? (
        <>
          <Steps download={downloads.firefox}>
            <li>
              Open <code>about:debugging#/runtime/this-firefox</code>.
            </li>
            <li>Choose “Load Temporary Add-on” and select the file.</li>
          </Steps>
          <p>
            Firefox removes it when it closes, because only Mozilla can sign an extension for
            permanent use.
          </p>
        </>
      ) : (
        <Store address={stores.firefox} browser="Firefox" />
      )}
      <h2>Safari</h2>
      <p>
        There is no package for Safari. Apple’s converter can make one from the package for Chrome
        on a Mac: <code>xcrun safari-web-extension-converter</code>. We have not tested the result.
      </p>
      <h2>First use</h2>
      <ol>
        <li>Open the menu of extensions in the browser’s toolbar and pin {APP_NAME}.</li>
        <li>Press its button and sign in once.</li>
        <li>Press it on a product page and choose “Create link”.</li>
      </ol>
    </article>
  </ReadingPage>
)

type StepsProps = { download: string; children: Html | Html[] }

const Steps = ({ download, children }: StepsProps) => (
  <ol>
    <li>
      <a href={download} download>
        Download the extension
      </a>
    </li>
    {children}
  </ol>
)

const Store = ({ address, browser }: { address: string; browser: string }) => (
  <p>
    <a href={address}>Get the extension for {browser}</a>
  </p>
)

/** Shows where a sign-in of the extension ends. The extension closes this page. */
export const SignedInPage = () => (
  <ReadingPage title="Signing in">
    <Heading title="Signing in to the extension">
      This tab closes by itself. If it stays open, press the {APP_NAME} button in your browser’s
      toolbar and sign in again.
    </Heading>
  </ReadingPage>
)
