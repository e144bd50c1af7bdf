import { environments } from './table.js'
import { tryEnvironments } from './trials.js'

tryEnvironments(environments.filter(({ isLight }) => !isLight))
