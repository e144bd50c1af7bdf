import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as linkwork from 'linkwork'
import { numbers } from './numbers.js'

// What becomes CommonJS cannot tell where it lies.
numbers(linkwork, { wasm: readFileSync(join(__dirname, 'linkwork.wasm')) }).then(console.log)
