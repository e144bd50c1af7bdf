import * as linkwork from 'linkwork'
import * as worker from 'linkwork/worker'
import { numbers, workerNumbers } from './numbers.js'

console.log(await numbers(linkwork))
console.log(await workerNumbers(linkwork, worker))
