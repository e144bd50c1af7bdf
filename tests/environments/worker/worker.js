import * as linkwork from './node_modules/linkwork/dist/linkwork.browser.js'
import { numbers } from './numbers.js'

postMessage(await numbers(linkwork))
