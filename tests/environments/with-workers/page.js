import * as linkwork from 'linkwork'
import * as worker from 'linkwork/worker'
import { numbers, workerNumbers } from './numbers.js'

document.body.dataset.numbers = await numbers(linkwork)
document.body.dataset.workers = await workerNumbers(linkwork, worker)
