export default { optimizeDeps: { exclude: ['linkwork'] }, build: { target: 'es2022' } }
