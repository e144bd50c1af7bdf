const linkwork = require('linkwork')
const worker = require('linkwork/worker')

import('./numbers.js').then(async ({ numbers, workerNumbers }) => {
  console.log(await numbers(linkwork))
  console.log(await workerNumbers(linkwork, worker))
})
