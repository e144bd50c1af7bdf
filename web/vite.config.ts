import { defineConfig } from 'vite'

/** Gives the page and its worker clocks of 5 µs instead of 100 µs: the time per step is measured. */
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp'
}

export default defineConfig({
  base: './',
  server: { headers: isolation },
  preview: { headers: isolation },
  worker: { format: 'es' },
  build: { target: 'es2023', chunkSizeWarningLimit: 1000 }
})
