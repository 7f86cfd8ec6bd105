const root = document.documentElement
const [, theme] = /^#(light|dark)$/.exec(location.hash) || []
if (theme && root.dataset.theme === 'auto') root.dataset.theme = theme
for (const link of document.links) {
  const marked = link.href
  const plain = (link.href = marked.replace(/\?split_widget=.*/, ''))
  const press = () => {
    link.href = marked
    setTimeout(() => (link.href = plain))
  }
  for (const way of ['click', 'auxclick']) link.addEventListener(way, press)
}
new ResizeObserver(() =>
  parent.postMessage({ splitWidget: document.body.offsetHeight, title: document.title }, '*'),
).observe(document.body)
