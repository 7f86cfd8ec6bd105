import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { VERSIONS } from './src/contract/product.ts'
import { breakpoints, iconWeights } from './vite.plugins.ts'

const KIT =
  /src.ui.(button|checkbox|chip|class-names|confirm|copy-button|copy-text|dialog-stack|lazy-part|mark|menu|menu-popup|quiet-boundary|search-field|skeleton|tabs|thumb|toast|use-dialog|use-media)\.tsx?$|src.(mirror.(health|listeners)|app.(notices-state|reload|outbox.waiting-count))\.tsx?$|IconBase|react.dist.lib/

/** `--mode staging` shows the staging version (D-102). */
export default defineConfig(({ mode }) => {
  const env = loadEnv(mode, process.cwd())
  const channel = mode === 'staging' ? 'staging' : 'production'
  return {
    define: {
      'import.meta.env.VITE_VERSION': JSON.stringify(VERSIONS[channel]),
      'import.meta.env.VITE_CHANNEL': JSON.stringify(channel),
      'import.meta.env.VITE_ENDPOINT_ROOT': JSON.stringify(env['VITE_ENDPOINT_ROOT'] ?? ''),
    },
    plugins: [
      react(),
      breakpoints(),
      iconWeights(),
      VitePWA({
        strategies: 'injectManifest',
        srcDir: 'sw',
        filename: 'sw.ts',
        manifest: false,
        injectRegister: false,
        injectManifest: {
          // A library build: the worker is one file, and nothing in it preloads modules.
          rollupFormat: 'iife',
          globPatterns: ['**/*.{js,css,html,woff2,svg,png,webmanifest}'],
          globIgnores: ['screenshots/**', 'assets/sentry-*'],
        },
      }),
    ],
    css: {
      transformer: 'lightningcss',
      lightningcss: {
        targets: { safari: (15 << 16) | (4 << 8) },
        drafts: { customMedia: true },
      },
    },
    build: {
      outDir: 'dist/app',
      target: ['safari15.4', 'chrome100', 'firefox100'],
      assetsInlineLimit: 0,
      cssMinify: 'lightningcss',
      rolldownOptions: {
        output: {
          // These change rarely, so that an update of ours is not an update of them.
          codeSplitting: {
            groups: [
              { name: 'react', test: /node_modules[/\\](react|react-dom|scheduler)[/\\]/ },
              { name: 'router', test: /node_modules.(@tanstack|jotai)./ },
              // All that the entry needs: it must run in browsers that are too old.
              { name: 'preload', test: /vite.preload-helper|src.ui.give-way/, priority: 1 },
              // What every list of links is drawn with: one file packs better than twenty.
              { name: 'kit', test: KIT },
            ],
          },
        },
      },
    },
  }
})
