// Script for shops. Keeps the click id of a Split link in the shop's own storage and adds it to
// orders. Sends nothing to Split. Served without comments and
// unneeded spaces.
;((w, d, name) => {
  const o = d.currentScript.dataset
  const on = (type, act) => d.addEventListener(type, act, true)
  let id = new URL(location).searchParams.get(o.param || 'click_id')
  if (!/^[\da-f-]{36}$/i.test(id)) id = ''
  const start = () => {
    try {
      const s = localStorage
      if (id) s[name] = id + ' ' + (Date.now() + (o.days || 30) * 864e5)
      const [kept, end] = (s[name] || '').split(' ')
      if (end > Date.now()) id = kept
      else s.removeItem(name)
    } catch {}
    if (!id) return
    w.splitClickId = id
    if (w.Shopify)
      navigator.sendBeacon('/cart/update.js', new URLSearchParams([[`attributes[${name}]`, id]]))
    on('submit', ({ target: f }) => {
      let i = f.elements[name]
      if (!i && f.matches('.checkout,[data-split]')) {
        f.append((i = d.createElement('input')))
        i.type = 'hidden'
        i.name = name
      }
      if (i) i.value = id
    })
    on('click', ({ target }) => {
      const a = target.closest('[href^="https://buy.stripe.com/"]')
      if (a && !a.search.includes(id))
        a.search += (a.search ? '&' : '?') + 'client_reference_id=' + id
    })
  }
  if ('consent' in o && w.splitConsent !== true) w.splitConsent = start
  else start()
})(window, document, 'split_click_id')
