import { copyFileSync } from 'node:fs'
import webpack from 'webpack'

const options = { mode: 'production', entry: './page.js', output: { filename: 'page.js' } }
webpack(options, (error, stats) => {
  if (error || stats.hasErrors()) throw error ?? new Error(stats.toString())
  copyFileSync('index.html', 'dist/index.html')
})
