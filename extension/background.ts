import { completeSignIn } from './account/sign-in.ts'
import { report } from './api/report.ts'
import { ADDRESS_PARAM, isSignedInMessage, LINK_CREATED, WINDOW_PORT } from './messages.ts'
import { productName } from './server-address.ts'

const addMenu = (context: 'page' | 'link') =>
  chrome.contextMenus.create({
    id: context,
    title: `Create ${productName()} link for this ${context}`,
    contexts: [context],
    documentUrlPatterns: ['http://*/*', 'https://*/*'],
  })

chrome.runtime.onInstalled.addListener(() => {
  chrome.contextMenus.removeAll(() => {
    addMenu('page')
    addMenu('link')
  })
})

chrome.contextMenus.onClicked.addListener(({ linkUrl, pageUrl }) => {
  const query = new URLSearchParams({ [ADDRESS_PARAM]: linkUrl ?? pageUrl ?? '' })
  const url = `${chrome.runtime.getURL('popup.html')}?${query}`
  void chrome.windows.create({ url, type: 'popup', width: 420, height: 480 })
})

chrome.runtime.onMessage.addListener((message: unknown, { tab }) => {
  if (isSignedInMessage(message)) void finishSignIn(message.signedIn, tab?.id)
})

/** Completes a sign-in and closes its tab. If it fails, the tab stays and says what to do. */
async function finishSignIn(address: string, tabId: number | undefined): Promise<void> {
  const isDone = await completeSignIn(address).then(
    () => true,
    () => false,
  )
  if (isDone && tabId !== undefined) await chrome.tabs.remove(tabId)
}

// Actions are reported from here, because a window can be closed while a report is being sent.
chrome.runtime.onConnect.addListener((port) => {
  if (port.name !== WINDOW_PORT) return
  void report('opened')
  let isCreated = false
  port.onMessage.addListener((message: unknown) => {
    if (message !== LINK_CREATED) return
    isCreated = true
    void report('link_created')
  })
  port.onDisconnect.addListener(() => {
    if (!isCreated) void report('dismissed')
  })
})
