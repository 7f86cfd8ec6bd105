import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vite'

/** Builds the server as plain JavaScript into dist/server. npm packages stay in node_modules. */
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'hono/jsx' } },
  ssr: { external: true, noExternal: [/^#/] },
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node20',
    emptyOutDir: true,
    copyPublicDir: false,
    minify: false,
    rolldownOptions: {
      input: {
        main: 'server/main.ts',
        operator: 'server/operator.ts',
        edge: 'server/edge.ts',
        'clicks-thread': 'server/redirect/clicks/thread.ts',
        'parsing-thread': 'server/links/parsing/thread.ts',
      },
      // All files go into one folder, because migrations are looked up next to the file that reads
      // them.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
  plugins: [
    {
      name: 'copy-migrations',
      writeBundle: ({ dir = '' }) =>
        cpSync('server/platform/db/migrations', join(dir, 'migrations'), { recursive: true }),
    },
  ],
})
