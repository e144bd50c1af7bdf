import { describe, it } from 'vitest'
import { enormousValues } from '../fuzz/values.mjs'
import {
  expectRefusal,
  expectRefusalBySimulation,
  ofLibrary,
  ofSimulation
} from './calls-with-one-argument.js'

// Some calls read an array of two billion elements for seconds before they refuse it.

describe('an array of two billion elements gets an error of ours from', () => {
  it.each(Object.entries(ofLibrary))('%s', (_, call) => expectRefusal(call, enormousValues))

  it.each(Object.entries(ofSimulation))('%s, and the simulation stays as it was', (_, call) =>
    expectRefusalBySimulation(call, enormousValues)
  )
})
