import { expose } from 'comlink'
import { Shard } from './shard.js'

expose(new Shard())
