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
