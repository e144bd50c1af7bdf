import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as linkwork from 'linkwork'
import { numbers } from './numbers.js'

const wasm = readFileSync(join(__dirname, 'linkwork.wasm'))

// CommonJS has no address; the error says what to give.
linkwork
  .load()
  .catch(({ message }) => message.includes('give load({ wasm })') && numbers(linkwork, { wasm }))
  .then(console.log)
