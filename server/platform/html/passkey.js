/** Texts of failures, by the name of the browser's error. */
const PROBLEMS = {
  NotAllowedError: 'No passkey was used. Try again, or use another way.',
  AbortError: 'No passkey was used. Try again, or use another way.',
  InvalidStateError: 'This device already has a passkey for your account.',
}

/** Adds a passkey or signs with one. Its library is loaded with the first tap. */
for (const form of document.querySelectorAll('[data-passkey]')) {
  const submit = form.querySelector('[type=submit]')
  const problem = form.querySelector('[role=alert]')
  let isBusy = false
  const showBusy = (busy) => {
    isBusy = busy
    submit.ariaBusy = String(busy)
  }
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (isBusy) return
    showBusy(true)
    problem.textContent = ''
    try {
      const { csrf, link } = form.elements
      const body = new URLSearchParams({ csrf: csrf?.value ?? '', link: link?.value ?? '' })
      const answer = await fetch(form.dataset.options, { method: 'POST', body })
      if (!answer.ok) throw new Error(`${answer.status}`)
      await import(form.dataset.passkey)
      const { startAuthentication, startRegistration } = SimpleWebAuthnBrowser
      const start = form.hasAttribute('data-new') ? startRegistration : startAuthentication
      const result = await start({ optionsJSON: await answer.json() })
      form.elements.passkey.value = JSON.stringify(result)
      form.submit()
    } catch (error) {
      showBusy(false)
      problem.textContent =
        PROBLEMS[error.name] ?? 'This did not work. Reload the page and try again.'
    }
  })
  // Coming back with the Back button shows the page as it was left.
  addEventListener('pageshow', () => showBusy(false))
  form.hidden = !window.PublicKeyCredential
}

/** Hides the note for browsers without passkeys or scripts. */
for (const note of document.querySelectorAll('[data-without-passkeys]'))
  note.hidden = Boolean(window.PublicKeyCredential)
