const linkwork = require('linkwork')

import('./numbers.js').then(async ({ numbers }) => console.log(await numbers(linkwork)))
