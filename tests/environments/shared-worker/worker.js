import * as linkwork from './node_modules/linkwork/dist/linkwork.browser.js'
import { numbers } from './numbers.js'

const answer = numbers(linkwork)
self.onconnect = async ({ ports: [port] }) => port.postMessage(await answer)
