import { environments } from '../environments/table.js'
import { tryEnvironments } from '../environments/trials.js'

tryEnvironments(environments.filter(({ isLight }) => isLight))
