import * as linkwork from 'linkwork'
import { numbers } from './numbers.js'

console.log(await numbers(linkwork))
