import * as links from './steps-links.ts'
import * as chat from './steps-chat.ts'
import * as developers from './steps-developers.ts'
import * as device from './steps-device.ts'
import * as first from './steps-first.ts'
import * as members from './steps-members.ts'
import * as money from './steps-money.ts'
import * as offline from './steps-offline.ts'
import * as page from './steps-page.ts'
import * as people from './steps-people.ts'
import * as rules from './steps-rules.ts'
import * as stranger from './steps-stranger.ts'
import type { World } from './world.ts'

type Step = [title: string, step: (world: World) => Promise<void>]

/** Steps of the journey in their order. Each continues where the previous one ended. */
export const STEPS: Step[] = [
  ['signs up, and the worker controls the page', links.signUp],
  ['is led through the first steps', first.firstSteps],
  ['makes a link, and copies it', links.makeLink],
  ['edits the link', links.editLink],
  ['cuts a photo for it', links.cutPhoto],
  ['makes a collection and puts the link into it', links.makeCollection],
  ['finds a link by what is typed', links.search],
  ['leads some visitors elsewhere, and limits a link', rules.setRules],
  ['draws a QR code in colours', rules.styleCode],
  ['adds a set of parameters', rules.addParameters],
  ['is shown the way out of an app', rules.leaveApp],
  ['makes a page with the link, and publishes it', page.makePage],
  ['adds an account elsewhere', page.addAccount],
  ['looks at the page', page.seePage],
  ['goes back into the app', page.goBack],
  ['reviews a page from elsewhere', page.reviewImport],
  ['makes a widget', page.makeWidget],
  ['adds a domain', page.addDomain],
  ['looks into an empty wallet', money.seeWallet],
  ['cannot redeem what is not there', money.redeemNothing],
  ['reads numbers, and what they mean', money.seeNumbers],
  ['imports a report of a network', money.importReport],
  ['finds no brands where there are none', money.seeBrands],
  ['asks support, and hears the answer', chat.chatWithSupport],
  ['opens and leaves dialogs by keys', device.dialogsByKeys],
  ['hears what stands in the way of notifications', device.notifications],
  ['chooses what is mailed, and how this device looks', people.changeSettings],
  ['moves to another email address', people.changeEmail],
  ['creates a key, copies it and makes a call with it', developers.useKey],
  ['opens an example in the reference', developers.readReference],
  ['adds a webhook and sees a delivery', developers.seeDelivery],
  ['has a link to pass on', people.passOn],
  ['hears that nothing could be copied', device.clipboardRefused],
  ['reloads without a connection', offline.reload],
  ['changes links without a connection', offline.change],
  ['comes back, and every change has arrived once', offline.comeBack],
  ['helps another creator, and leaves no trace of them', members.helpOther],
  ['signs out, and nothing is left on the device', device.signOut],
  ['is a stranger, and goes by the page to the shop', stranger.followPage],
  ['is a stranger, and is invited', people.isInvited],
  ['works where nothing can be kept', device.storageRefused],
  ['sees that the click counts', stranger.clickCounts],
  ['deletes the account, and takes it back', people.leaveAndReturn],
]
