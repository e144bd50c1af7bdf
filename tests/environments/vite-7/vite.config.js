export default {
  build: { target: 'es2022' },
  optimizeDeps: { exclude: ['linkwork'] },
  worker: { format: 'es' }
}
