import { parentPort } from 'node:worker_threads'
import * as linkwork from 'linkwork'
import { numbers } from './numbers.js'

parentPort.postMessage(await numbers(linkwork))
