import * as linkwork from './node_modules/linkwork/dist/linkwork.browser.js'
import { numbers } from './numbers.js'

document.body.dataset.numbers = await numbers(linkwork)
