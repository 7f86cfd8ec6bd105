import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { VERSIONS } from './src/contract/app-constants.ts'
import { chunkGroups } from './vite.chunks.ts'
import {
  breakpoints,
  earlyScript,
  endpointTag,
  entryStyles,
  firstWave,
  iconWeights,
} from './vite.plugins.ts'

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
      firstWave(),
      earlyScript(),
      entryStyles(),
      endpointTag(env['VITE_ENDPOINT_ROOT'] ?? ''),
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
          globIgnores: [
            'screenshots/**',
            'assets/sentry-*',
            // For pages of creators, which only the server has.
            'fonts/*-page.woff2',
            // The system fetches them when the app is installed, and nobody after that.
            'icons/{icon,icon-maskable}-512.png',
          ],
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
          codeSplitting: { groups: chunkGroups() },
        },
      },
    },
  }
})
