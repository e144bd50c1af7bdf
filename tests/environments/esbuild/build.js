import { copyFileSync } from 'node:fs'
import { build } from 'esbuild'

const options = { bundle: true, minify: true }
const page = { entryPoints: ['page.js'], outdir: 'dist', format: 'esm', splitting: true }
const server = { entryPoints: ['server.js'], outfile: 'dist/server.cjs', platform: 'node' }
await build({ ...options, ...page })
await build({ ...options, ...server })
copyFileSync('index.html', 'dist/index.html')
// esbuild does not change `new URL(…, import.meta.url)`: the file goes next to what it makes.
copyFileSync('node_modules/linkwork/dist/linkwork.wasm', 'dist/linkwork.wasm')
