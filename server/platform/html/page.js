/** Shows and hides a password; the button's name says what it will do next. */
for (const button of document.querySelectorAll('[data-reveals]')) {
  const input = document.getElementById(button.dataset.reveals)
  const show = (shown) => {
    input.type = shown ? 'text' : 'password'
    button.setAttribute('aria-label', shown ? 'Hide password' : 'Show password')
    button.toggleAttribute('data-shown', shown)
  }
  button.addEventListener('click', () => {
    show(input.type === 'password')
    input.focus()
  })
  // Hidden again before it leaves, so that the browser keeps it as a password.
  input.form.addEventListener('submit', () => show(false))
  button.hidden = false
}

/** A second tap while the first is under way would only count as one more try. */
for (const form of document.forms) {
  const submit = form.querySelector('[type=submit]')
  form.addEventListener('submit', (event) => {
    if (submit.ariaBusy === 'true') event.preventDefault()
    submit.ariaBusy = 'true'
  })
  // Coming back with the Back button shows the page as it was left.
  addEventListener('pageshow', () => (submit.ariaBusy = 'false'))
}

/** Moments as the person's own clock shows them. */
for (const time of document.querySelectorAll('time[data-local]')) {
  const moment = new Date(time.dateTime)
  const isToday = moment.toDateString() === new Date().toDateString()
  const day = isToday ? {} : { month: 'short', day: 'numeric' }
  const text = moment.toLocaleString('en-US', { ...day, hour: 'numeric', minute: '2-digit' })
  // Some engines write a narrow space before AM, which people cannot search for.
  time.textContent = text.replaceAll('\u202F', ' ')
}

/** What waits goes on by itself, not everybody in the same second; a machine may have slept meanwhile. */
for (const waiting of document.querySelectorAll('[data-goes-on]')) {
  const seconds = Number(waiting.dataset.goesOn)
  const due = Date.now() + (seconds + Math.random() * Math.min(seconds / 10, 60)) * 1000
  const timer = setInterval(() => {
    if (Date.now() < due) return
    clearInterval(timer)
    waiting.querySelector('form').requestSubmit()
  }, 1000)
}

/** Signs in with a passkey. Its library is loaded with the first tap. */
for (const form of document.querySelectorAll('[data-passkey]')) {
  const submit = form.querySelector('[type=submit]')
  const problem = form.querySelector('[role=alert]')
  form.addEventListener('submit', async (event) => {
    if (event.defaultPrevented) return
    event.preventDefault()
    problem.textContent = ''
    try {
      const answer = await fetch(`${form.action}/options`, { method: 'POST' })
      if (!answer.ok) throw new Error(`${answer.status}`)
      await import(form.dataset.passkey)
      const options = { optionsJSON: await answer.json() }
      const signed = await SimpleWebAuthnBrowser.startAuthentication(options)
      form.elements.passkey.value = JSON.stringify(signed)
      form.submit()
    } catch (error) {
      submit.ariaBusy = 'false'
      problem.textContent =
        error.name === 'NotAllowedError' || error.name === 'AbortError'
          ? 'No passkey was used. Try again, or use your password.'
          : 'This did not work. Try again, or use your password.'
    }
  })
  form.hidden = !window.PublicKeyCredential
}

/** Signing in at another site needs a connection. Without one, the page stays and says so. */
for (const form of document.querySelectorAll('[data-online]')) {
  form.addEventListener('submit', (event) => {
    const problem = form.querySelector('[role=alert]')
    problem.textContent = navigator.onLine ? '' : form.dataset.online
    if (navigator.onLine) return
    event.preventDefault()
    form.querySelector('[type=submit]').ariaBusy = 'false'
  })
}
