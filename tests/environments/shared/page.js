import * as linkwork from 'linkwork'
import { numbers } from './numbers.js'

document.body.dataset.numbers = await numbers(linkwork)
