const root = document.documentElement
const [, theme] = /^#(light|dark)$/.exec(location.hash) || []
if (theme && root.dataset.theme === 'auto') root.dataset.theme = theme
new ResizeObserver(() =>
  parent.postMessage({ splitWidget: document.body.offsetHeight, title: document.title }, '*'),
).observe(document.body)
