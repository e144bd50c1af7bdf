import { copyFileSync } from 'node:fs'
import resolve from '@rollup/plugin-node-resolve'

export default {
  input: 'page.js',
  output: { dir: 'dist' },
  plugins: [
    resolve({ browser: true }),
    {
      name: 'files',
      // Rollup does not change `new URL(…, import.meta.url)`: the file goes next to what it makes.
      writeBundle() {
        copyFileSync('index.html', 'dist/index.html')
        copyFileSync('node_modules/linkwork/dist/linkwork.wasm', 'dist/linkwork.wasm')
      }
    }
  ]
}
