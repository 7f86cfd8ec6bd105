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
