import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const server = process.env.PLYWOOD_ADDRESS ?? 'http://127.0.0.1:8317';

export default defineConfig({
  // Addresses in the page are relative, so that it works under any path.
  base: './',
  plugins: [svelte()],
  server: { proxy: { '/api': { target: server, changeOrigin: true } } },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // The server's content policy allows no data: scripts, and one file of each kind is few enough.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        // Plain names: the bundle is committed, and the server tells versions apart by their tags.
        entryFileNames: 'app.js',
        // What is loaded later: `study.js`, and a file for each language but English.
        chunkFileNames: ({ name }) => (['de', 'fr'].includes(name) ? '[name].js' : 'study.js'),
        assetFileNames: (asset) => (asset.names.some((name) => name.endsWith('.css')) ? 'app.css' : '[name][extname]')
      }
    }
  },
  worker: { format: 'es', rolldownOptions: { output: { entryFileNames: 'worker.js' } } },
  // A busy machine may take long to read the first file.
  test: { include: ['src/**/*.test.ts'], environment: 'node', testTimeout: 60_000 }
});
