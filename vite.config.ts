import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { VERSIONS } from './src/contract/app-constants.ts'
import { chunkGroups } from './vite.chunks.ts'
import { classNames, LONG_NAME_PATTERN, shortNames } from './vite.classes.ts'
import { iconWeights } from './vite.icons.ts'
import {
  breakpoints,
  earlyScript,
  endpointTag,
  entryStyles,
  firstWave,
  jsxExports,
  withoutStartFiles,
} from './vite.plugins.ts'

/** `--mode staging` builds the version for the staging channel. */
export default defineConfig(({ mode, command }) => {
  const env = loadEnv(mode, process.cwd())
  const channel = mode === 'staging' ? 'staging' : 'production'
  return {
    define: {
      'import.meta.env.VITE_VERSION': JSON.stringify(VERSIONS[channel]),
      'import.meta.env.VITE_CHANNEL': JSON.stringify(channel),
      'import.meta.env.VITE_ENDPOINT_ROOT': JSON.stringify(env['VITE_ENDPOINT_ROOT'] ?? ''),
    },
    resolve: {
      // The package's own entry is written for outdated browsers.
      alias: { dexie: 'dexie/dist/modern/dexie.mjs' },
    },
    plugins: [
      react(),
      breakpoints(),
      shortNames(),
      classNames(),
      iconWeights(),
      jsxExports(),
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
          // The worker is built as a library: one file without module preloads.
          rollupFormat: 'iife',
          globPatterns: ['**/*.{js,css,html,woff2,svg,png,webmanifest}'],
          globIgnores: [
            'screenshots/**',
            'assets/sentry-*',
            // Signing in and confirming need a connection.
            'assets/passkeys-*',
            // The page contains these styles, and its link to them is disabled.
            'assets/entry-*.css',
            // Fonts of creator pages, which only the server serves.
            'fonts/*-page.woff2',
            // Used by the operating system when the app is installed, or by the browser, which keeps
            // them itself.
            'icons/{icon,icon-maskable,icon-mono}-512.png',
            'icons/{icon,icon-maskable,icon-mono}.svg',
            'icons/{icon-maskable-192,apple-touch-icon,favicon-48}.png',
          ],
        },
      }),
    ],
    css: {
      transformer: 'lightningcss',
      lightningcss: {
        targets: { safari: (15 << 16) | (4 << 8) },
        drafts: { customMedia: true },
        ...(command === 'build' && { cssModules: { pattern: LONG_NAME_PATTERN } }),
      },
    },
    build: {
      outDir: 'dist/app',
      target: ['safari15.4', 'chrome100', 'firefox100'],
      assetsInlineLimit: 0,
      cssMinify: 'lightningcss',
      modulePreload: { resolveDependencies: withoutStartFiles },
      rolldownOptions: {
        optimization: { inlineConst: { mode: 'all', pass: 3 } },
        onwarn(warning, warn) {
          // A class name that a CSS module does not have.
          if (warning.code === 'IMPORT_IS_UNDEFINED') throw new Error(warning.message)
          warn(warning)
        },
        output: {
          codeSplitting: { groups: chunkGroups() },
        },
      },
    },
  }
})
