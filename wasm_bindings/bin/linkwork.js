#!/usr/bin/env node
import { main } from '../dist/cli/main.js'

// The reader of our output may leave early, as `head` does.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})
process.exitCode = await main(process.argv.slice(2))
